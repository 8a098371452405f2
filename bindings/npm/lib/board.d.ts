/** `<tsume-board sfen="…" solve>`. The event `solved` has `moves` and `mistakes` in its `detail`. */
export class TsumeBoard extends HTMLElement {}
declare global {
  interface HTMLElementTagNameMap { "tsume-board": TsumeBoard }
}
