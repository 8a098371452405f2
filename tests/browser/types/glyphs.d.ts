// The outlines of the characters, which the program writes from its font.
declare module "*/glyphs.js" {
  const outlines: Record<string, string>;
  export default outlines;
}
