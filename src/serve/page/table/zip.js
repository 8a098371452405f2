// Writes an archive of files that are not compressed (PKWARE's APPNOTE.TXT, version 2.0).

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let it = n;
  for (let bit = 0; bit < 8; bit += 1) it = it & 1 ? 0xedb88320 ^ (it >>> 1) : it >>> 1;
  return it;
});
function crc32(bytes) {
  let it = ~0;
  for (const byte of bytes) it = CRC[(it ^ byte) & 255] ^ (it >>> 8);
  return ~it >>> 0;
}
/* Numbers of 2 or 4 bytes, each `[size, value]`, the lowest byte first. */
function numbers(...all) {
  return Uint8Array.from(all.flatMap(([size, value]) => Array.from({ length: size }, (_, at) => (value >>> (8 * at)) & 255)));
}

/* Returns the archive of files, each `{name, bytes}`. Their time is the first that an archive can have, so that equal files give equal archives. */
export function zip(files) {
  const parts = [], entries = [];
  let at = 0;
  for (const { name, bytes } of files) {
    const named = new TextEncoder().encode(name);
    // Names are UTF-8 (bit 11); stored; 1 January 1980.
    const about = [[2, 20], [2, 0x800], [2, 0], [2, 0], [2, 33], [4, crc32(bytes)], [4, bytes.length], [4, bytes.length], [2, named.length], [2, 0]];
    const head = numbers([4, 0x04034b50], ...about);
    parts.push(head, named, bytes);
    entries.push(numbers([4, 0x02014b50], [2, 20], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]), named);
    at += head.length + named.length + bytes.length;
  }
  const size = entries.reduce((sum, it) => sum + it.length, 0);
  return new Blob([...parts, ...entries, numbers([4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, size], [4, at], [2, 0])], { type: "application/zip" });
}
