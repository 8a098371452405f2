// The worker of WorkerEngine: hands requests to the library, and what it tells to the page.
const writer = new TextEncoder(), reader = new TextDecoder();
const kinds = ["answer", "fault", "event"];
let engine = null;
const waiting = [];

/* What the library tells: its kind, and where the text is. */
function tell(kind, at, length) {
  // A copy: the memory may move.
  const bytes = new Uint8Array(engine.memory.buffer, at, length).slice();
  postMessage({ kind: kinds[kind], text: reader.decode(bytes) });
}

function work({ kind, name, request }) {
  const words = writer.encode(name), asked = writer.encode(request);
  const at = engine.room(words.length + asked.length);
  const room = new Uint8Array(engine.memory.buffer, at, words.length + asked.length);
  room.set(words);
  room.set(asked, words.length);
  engine[kind](words.length);
}

onmessage = async ({ data }) => {
  if (data.module) {
    engine = (await WebAssembly.instantiate(data.module, { page: { tell, now: () => performance.now() } })).exports;
    engine.begin(data.memory);
    waiting.splice(0).forEach(work);
  } else if (engine) {
    work(data);
  } else {
    waiting.push(data);
  }
};
