// All lines of a problem as one tree: main line, author's line, findings, variations, tries.

/**
 * A node: its move, the path to it, what it belongs to, and the plies of the whole line if they are proven.
 * @returns {TreeNode}
 */
const node = (path, mark) => ({ path, move: path[path.length - 1], mark, children: [], total: null, no_mate: false, open: false, finding: null });

export function buildTree({ main = [], author = [], row = null, findings = [], tries = [], plies = null }) {
  const root = node([], "main");
  root.total = plies;
  const insert = (path, mark, { total: plies = null, no_mate = false, finding = null } = {}) => {
    // Only a line to the mate itself tells how many plies are left at each of its moves.
    const total = plies === path.length ? plies : null;
    let at = root, fresh = null, off = null;
    path.forEach((move, depth) => {
      let next = at.children.find((it) => it.move === move);
      if (!next) {
        next = node(path.slice(0, depth + 1), mark);
        at.children.push(next);
        fresh ||= next;
      }
      if (fresh || mark === "main") next.total ??= total;
      if (fresh) next.no_mate ||= no_mate;
      if (next.mark !== "main") off ||= next;
      at = next;
    });
    const head = fresh || off || at;
    if (finding && !head.finding) head.finding = finding;
    return head;
  };
  if (main.length) insert(main, "main", { total: plies });
  if (author.length) insert(author, "author");
  for (const it of findings) {
    const stem = it.line?.length && it.ply ? before(it, main) : null;
    if (!stem) continue;
    // An equal variation that it belongs to stands for itself.
    if (stem.length) insert(stem, "variation");
    insert([...stem, ...it.line], it.kind === "no_mate" ? "refutation" : { fatal: "cook", blemish: "dual" }[it.grade] || (it.grade ? "minor" : "cook"), { total: it.plies, finding: it });
  }
  for (const turn of row?.variations || []) {
    const stem = main.slice(0, turn.ply - 1);
    for (const it of turn.defences) insert([...stem, ...it.line], "variation", { total: it.plies });
  }
  for (const it of row?.unresolved || []) {
    const stem = it.move ? before(it, main) : null;
    if (stem) insert([...stem, it.move], "open").open = true;
  }
  // What comes of each defence at the end of a brinkmate.
  for (const it of row?.brinkmate?.defences || []) {
    if (main.length) insert([...main, it.move, ...it.line], "defence", { total: it.mated ? main.length + 1 + it.line.length : null, no_mate: it.mated === false }).open ||= it.mated === null;
  }
  if (row?.refutation) insert(row.refutation.line, "refutation", { no_mate: true });
  for (const it of tries) insert(it.split(" "), "try");
  return root;
}

/* The moves before a finding; null if they are not known yet. In an equal variation they are its own. */
export function before(finding, main) {
  if (finding.before?.length === finding.ply - 1) return finding.before;
  const own = finding.after || [];
  const stem = own.length ? [...main.slice(0, finding.ply - 1 - own.length), ...own] : main.slice(0, finding.ply - 1);
  return stem.length === finding.ply - 1 ? stem : null;
}

export function find(root, path) {
  let at = root;
  for (const move of path) {
    at = at?.children.find((it) => it.move === move);
    if (!at) return null;
  }
  return at;
}

/* The move that goes on a line. That of a brinkmate ends where all defences are mated. */
export const nextOf = (at) => at.children.find((it) => it.mark !== "defence" || at.mark === "defence") || null;

/* The end of the line that begins at a node. */
export function lastOf(from) {
  let at = from;
  for (let next = nextOf(at); next; next = nextOf(at)) at = next;
  return at;
}

/* The node beside this one among the moves of the same position; the last comes before the first. */
export function sibling(root, path, by) {
  const parent = path.length && find(root, path.slice(0, -1));
  if (!parent || parent.children.length < 2) return null;
  const at = parent.children.findIndex((it) => it.move === path[path.length - 1]);
  return parent.children[(at + by + parent.children.length) % parent.children.length];
}

/* What is known of a node: `{mate: plies to go}`, `{at_most}`, `{no_mate}`, `{open}`, of a brinkmate also `{brinkmate: plies to go}` and `{word}`, or null if nobody asked. */
export function standing(it, answer) {
  if (answer && answer.goal !== "mate" && answer.verdict === "brinkmate") return { brinkmate: answer.plies ?? answer.plies_at_most ?? 0 };
  if (answer && ["threatmate", "no_threat", "no_brinkmate"].includes(answer.verdict)) return { word: answer.verdict };
  if (answer && answer.goal === "threatmate" && answer.verdict === "mate") return { word: "mate" };
  if (answer && answer.verdict === "mate") return answer.plies === null || answer.plies === undefined ? { at_most: answer.plies_at_most } : { mate: answer.plies };
  if (answer && answer.verdict === "no_mate") return { no_mate: true };
  if (it && it.total !== null && it.total !== undefined && it.total >= it.path.length) return { mate: it.total - it.path.length };
  if (it && it.no_mate) return { no_mate: true };
  return answer || it?.open ? { open: true } : null;
}
