// The library of an engine, built for WebAssembly.
import { EngineError } from "./engine_error.js";

/* Returns a function that resolves to the library, which `load()` loads once. If that fails, the next call tries again. */
export function once(load) {
  let loading = null;
  return () => {
    loading ||= load().catch((error) => {
      loading = null;
      throw new EngineError("lost", error.message);
    });
    return loading;
  };
}

/* Fetches the library. Some hosts do not send its media type: then it is compiled only when the whole file is there. */
export async function fetched(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`tsume.wasm: ${response.status}`);
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
