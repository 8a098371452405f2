// What an engine that does not answer throws.

/* What went wrong. `lost`: no engine answered. `token`: it does not know this page. `busy`: it has too much to do. `closed`: it was
   closed before it answered. */
export class EngineError extends Error {
  constructor(kind, message, { help = null, place = null } = {}) {
    super(message);
    Object.assign(this, { name: "TsumeError", code: `TSUME_${kind.toUpperCase()}`, kind, help, place });
  }
}
