// Uses the workbench as a composer does. Arguments: a folder for files, the browser, the program (or the folder
// of a page without a server), and a part of the name of what is to be done, if not all.
// What is shared by the parts is in `workbench_desk.mjs`.
import { Desk } from "./workbench_desk.mjs";
import { parts as board } from "./workbench_board.mjs";
import { parts as composing } from "./workbench_composing.mjs";
import { parts as compose } from "./workbench_compose.mjs";
import { parts as opening } from "./workbench_opening.mjs";
import { parts as judging } from "./workbench_judging.mjs";
import { parts as records } from "./workbench_records.mjs";
import { parts as server } from "./workbench_server.mjs";
import { parts as solving } from "./workbench_solving.mjs";
import { parts as site } from "./workbench_site.mjs";
import { parts as stored } from "./workbench_stored.mjs";
import { parts as table } from "./workbench_table.mjs";

const [folder, executablePath, tsume, only] = process.argv.slice(2);
// The parts that depend on what a browser does; what is left needs a phone, or is the same in any browser.
const IN_FIREFOX = [
  "mouse", "keyboard", "flip and glide", "cooks", "versions", "repair", "compose", "hostile texts", "pages of other hosts", "solving: the line", "solving: hints",
  "offline", "clock", "memory", "together",
];
// The parts that depend on the page alone, whatever engine answers it. A site is asked for them by TSUME_WHOLE_TABLES=1.
const OF_THE_PAGE = [
  "mouse", "keyboard", "faults", "whole diagram", "phone", "half-built diagrams", "room", "palette by keys", "faces", "cooks on the phone", "other words",
  "hostile storage", "full storage", "all forgotten", "rescued", "solving: a wrong move", "solving: hints", "solving: another mate",
  "solving: promotions", "solving: addresses", "solving: in sight", "solving: keys stay", "board in its place", "places", "uncut", "palette stays", "shifts",
  "flip and glide", "table: long",
];
const kind = executablePath.includes("firefox") ? "firefox" : "chrome";
const desk = await Desk.open({ folder, executablePath, tsume, kind });
const begun = performance.now();
try {
  for (const [name, part] of [...board, ...judging, ...composing, ...compose, ...opening, ...records, ...stored, ...table, ...solving, ...(desk.isStatic ? site : server)]) {
    const isLeftOut = (kind === "firefox" && !IN_FIREFOX.includes(name)) || (desk.isStatic && !process.env.TSUME_WHOLE_TABLES && OF_THE_PAGE.includes(name));
    if (only ? !name.includes(only) : isLeftOut) continue;
    const start = performance.now();
    try {
      await part(desk);
    } catch (error) {
      error.message = `${name}: ${error.message}`;
      await desk.picture();
      throw error;
    }
    if (process.env.VERBOSE) console.log(`${name}: ${Math.round(performance.now() - start)} ms`);
    await desk.tidy();
  }
  desk.checkQuiet();
  console.log(`browser: the workbench in ${kind === "firefox" ? "Firefox, " : ""}${Math.round((performance.now() - begun) / 1000)} s`);
} finally {
  await desk.close();
}
