// The worker of an engine. It passes requests to the library, and its answers and events to the page. The same script runs
// in helpers: workers that share its memory and help with searches.
const writer = new TextEncoder(), reader = new TextDecoder();
const kinds = ["answer", "fault", "event"];
const PAGE = 65536;
// The memory with which the library begins, as it is built, and the most that it may have, in pages. If the browser refuses the
// most, less is tried.
const FIRST = 320 * 2 ** 20 / PAGE, MOST = [65536, 32768, 16384];
const STACK = 256 * 2 ** 20;
let engine = null, memory = null;
const waiting = [];

/* Passes a message of the library on: its kind, and the place and length of its text in memory. */
function tell(kind, at, length) {
  // The memory may move, so this is a copy.
  const bytes = new Uint8Array(memory.buffer, at, length).slice();
  postMessage({ kind: kinds[kind], text: reader.decode(bytes) });
}

function work({ kind, name, request }) {
  const words = writer.encode(name), asked = writer.encode(request);
  const at = engine.room(words.length + asked.length);
  const room = new Uint8Array(memory.buffer, at, words.length + asked.length);
  room.set(words);
  room.set(asked, words.length);
  engine[kind](words.length);
}

/* Makes memory that workers share. */
function shared() {
  for (const maximum of MOST) {
    try {
      return new WebAssembly.Memory({ initial: FIRST, maximum, shared: true });
    } catch (error) {
      if (maximum === MOST[MOST.length - 1]) throw error;
    }
  }
  return null;
}
async function begin(module, own) {
  const imports = { page: { tell, now: () => performance.now() } };
  if (own) imports.env = { memory: own };
  const it = /** @type {any} */ (await WebAssembly.instantiate(module, imports)).exports;
  memory = own || it.memory;
  return it;
}
/* Reserves data for one worker in shared memory; `placeIn` adds a stack, for a helper. Addresses beyond 2 GiB come as negative numbers. */
function dataIn(it) {
  const align = it.__tls_align.value, at = it.reserve(it.__tls_size.value + align) >>> 0;
  return Math.ceil(at / align) * align;
}
const placeIn = (it) => ({ stack: (it.reserve(STACK) >>> 0) + STACK, data: dataIn(it) });

/* Begins as a helper, or as the worker that answers; else works on a request. */
async function receive(data) {
  if (data.place) {
    const it = await begin(data.module, data.shared);
    it.__stack_pointer.value = data.place.stack;
    it.__wasm_init_tls(data.place.data);
    it.help();
  } else if (data.module) {
    const isShared = WebAssembly.Module.imports(data.module).some((it) => it.kind === "memory");
    const it = await begin(data.module, isShared ? shared() : null), helpers = isShared ? data.helpers : 0;
    if (isShared) it.__wasm_init_tls(dataIn(it));
    it.begin(data.memory, helpers);
    if (helpers) postMessage({ kind: "helpers", shared: memory, places: Array.from({ length: helpers }, () => placeIn(it)), stop: it.stop_flag() >>> 0 });
    engine = it;
    waiting.splice(0).forEach(work);
  } else if (engine) {
    work(data);
  } else {
    waiting.push(data);
  }
}
// The page hears of a failure as an error of the worker; it does not hear of rejected promises.
onmessage = ({ data }) => receive(data).catch((error) => setTimeout(() => { throw error; }));
