// The engine of this page: the server that it came from. A page without a server has another file in this place.
export { HttpEngine as Engine } from "./engine.js";
