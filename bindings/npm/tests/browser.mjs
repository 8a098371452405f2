// Uses the package in a page, and writes the result into its title.
import { check, solve, svg } from "./node_modules/tsume-shogi/lib/browser.js";

const FIVE = "6R2/9/9/8k/6B2/9/9/9/9 b rb4g4s4n4l18p 1";
const COOKED = "5R3/8S/9/6k2/9/9/4N4/6N2/9 b Gr2b3g3s2n4l18p 1";
try {
  const { plies } = await solve(FIVE), { verdict } = await check(COOKED), drawing = await svg(FIVE);
  document.title = JSON.stringify({ plies, verdict, isDrawing: drawing.includes("<svg") });
} catch (error) {
  document.title = JSON.stringify({ error: String(error) });
}
