"""Judges collections on a cluster whose nodes, processes and driver are killed at random.

``python tests/cluster_chaos.py --problems 200000 --kills 20`` starts a cluster of several nodes on
this machine. It runs ``tsume_shogi.cluster`` until all rows are there, and compares them with those
of ``tsume validate --nodes``. Some problems end the process that judges them.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[3] / "tests" / "data"
TABLES = ("short_composed", "short_game", "classes", "cooked")
POISON = "poison-"
NODES, FIRST_NODES = 3000, 500

DRIVER = """
import sys
import cluster_chaos, ray
from tsume_shogi import cluster
address, problems, out, single = sys.argv[1:]
hook = {"worker_process_setup_hook": "cluster_chaos.poison"}
ray.init(address=address, runtime_env=hook, log_to_driver=False, logging_level="ERROR")
limits = {"nodes": cluster_chaos.NODES, "first_nodes": cluster_chaos.FIRST_NODES, "hash": "1MiB"}
summary = cluster.validate(problems, out, single=single, **limits)
print(summary.text)
assert summary.is_complete and summary.others == 0, summary
"""


def poison() -> None:
    """Has certain problems end the process, as a lack of memory would."""
    from tsume_shogi.cluster import _actor

    judged = _actor.judged

    def deadly(solver: Any, problem: Any, *rest: Any) -> Any:
        if str(problem.id).startswith(POISON):
            os.kill(os.getpid(), signal.SIGKILL)
        return judged(solver, problem, *rest)

    setattr(_actor, "judged", deadly)


def _squares(rank: str) -> list[str]:
    found: list[str] = []
    for piece in re.findall(r"\+?[A-Za-z]|\d", rank):
        found.extend([""] * int(piece) if piece.isdigit() else [piece])
    return found


def _written(ranks: list[list[str]]) -> str:
    lines = ["".join(it or "1" for it in rank) for rank in ranks]
    return "/".join(re.sub("1+", lambda it: str(len(it[0])), line) for line in lines)


def variants(sfen: str) -> Iterator[str]:
    """Yields the problem as it is, mirrored, shifted by files and ranks, and with more pawns in hand."""
    board, side, hand = sfen.split()[:3]
    ranks = [_squares(rank) for rank in board.split("/")]
    boards: list[list[list[str]]] = []
    while True:
        files = ranks
        boards.append(files)
        while not any(rank[-1] for rank in files):
            files = [["", *rank[:-1]] for rank in files]
            boards.append(files)
        if any(ranks[-1]):
            break
        ranks = [[""] * len(ranks[0]), *ranks[:-1]]
    held = "".join(re.findall(r"\d*[A-Z]", re.sub(r"\d*P", "", hand)))
    for pawns in range(18):
        mine = (f"{pawns}P" if pawns > 1 else "P" * pawns) + held
        for it in boards:
            for turned in (it, [rank[::-1] for rank in it]):
                yield f"{_written(turned)} {side} {mine or '-'} 1"


def write_problems(path: Path, count: int, poisonous: int, rng: random.Random) -> None:
    """Writes so many problems, some of them bad, and some that end the process."""
    sfens: list[str] = []
    for name in TABLES:
        with open(DATA / f"{name}.tsv", encoding="utf-8", newline="") as file:
            sfens.extend(row["sfen"] for row in csv.DictReader(file, delimiter="\t"))
    rng.shuffle(sfens)
    deadly, sfens = sfens[:poisonous], sfens[poisonous:]
    found = [iter(variants(it)) for it in sfens]
    lines = [f'{it.rsplit(" ", 1)[0]} 1; id "{POISON}{i}";' for i, it in enumerate(deadly)]
    while found and len(lines) < count:
        drawn = [(it, next(it, "")) for it in found]
        found = [it for it, sfen in drawn if sfen]
        lines.extend(sfen for _, sfen in drawn if sfen)
    lines = lines[:count]
    for bad in ("", "9/9/9 b - 1", "not a problem", "k8/9/9/9/9/9/9/9/9 b 3K 1", '{"sfen": 7}', "\ufffe"):
        lines.append(bad)
    rng.shuffle(lines)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def expected(problems: Path, path: Path) -> float:
    """Judges the problems on this machine. Returns the processor time in seconds."""
    limits = ["--nodes", str(NODES), "--hash", "1MiB"]
    command = [sys.executable, "-m", "tsume_shogi", "validate", "-q", "--jobs", "2", *limits, "-o", f"{path}", f"{problems}"]
    before = os.times()
    subprocess.run(command, check=False, stderr=subprocess.DEVNULL)
    after = os.times()
    return after.children_user - before.children_user


def differences(single: Path, wanted: Path) -> list[str]:
    """Compares the rows of both runs, apart from the times. Poisonous problems must be errors."""
    ours = [json.loads(line) for line in single.open(encoding="utf-8")]
    theirs = [json.loads(line) for line in wanted.open(encoding="utf-8")]
    found = [] if len(ours) == len(theirs) else [f"{len(ours)} rows instead of {len(theirs)}"]
    for one, other in zip(ours, theirs, strict=False):
        del one["elapsed_ms"], other["elapsed_ms"]
        of = other["duplicate_of"] or ""
        if other["id"].startswith(POISON) and (not of or of.startswith(POISON)):
            if one["id"] != other["id"] or (one["error"] or {}).get("kind") != "internal":
                found.append(f"{one['id']}: {one['error']}")
        elif of.startswith(POISON):
            # There is no answer to the first problem, so that this one is judged.
            if one["id"] != other["id"] or one["duplicate_of"] != of or one["verdict"] == "error":
                found.append(f"{one['id']}: duplicate of {one['duplicate_of']}, not {of}")
        elif one != other:
            keys = [key for key in other if one.get(key) != other[key]]
            found.append(f"{one['id']}: {keys} of {other['id']}")
    return found


class Chaos:
    """A cluster of several nodes, of which some are killed."""

    def __init__(self, nodes: int, rng: random.Random) -> None:
        from ray.cluster_utils import Cluster

        # A busy machine starts Ray slowly, and gives the processes of others little.
        os.environ.setdefault("RAY_raylet_start_wait_time_s", "400")
        os.environ.setdefault("RAY_worker_niceness", "0")
        # The processes of the nodes find this module.
        os.environ["PYTHONPATH"] = os.fspath(Path(__file__).parent)
        self.cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
        self.nodes = [self.cluster.add_node(num_cpus=1) for _ in range(nodes)]
        self.rng = rng
        self.started = time.monotonic()
        self.killed = {"node": 0, "process": 0, "driver": 0}

    def kill_node(self) -> None:
        """Kills a node, and adds another one."""
        node = self.nodes.pop(self.rng.randrange(len(self.nodes)))
        self.cluster.remove_node(node, allow_graceful=False)
        self.nodes.append(self.cluster.add_node(num_cpus=1))
        self.killed["node"] += 1

    def kill_process(self) -> None:
        """Kills a process that judges problems, if there is one."""
        raylets = {it.all_processes["raylet"][0].process.pid for it in self.nodes}
        pids = [pid for pid, parent in _workers() if parent in raylets]
        if pids:
            os.kill(self.rng.choice(pids), signal.SIGKILL)
            self.killed["process"] += 1

    def said(self, what: str, out: Path) -> None:
        """Says what was killed, and how many parts there are."""
        seconds = time.monotonic() - self.started
        print(f"{seconds:.0f} s: {what}; {len(list(out.glob('part-*')))} parts", flush=True)

    def run(self, problems: Path, out: Path, single: Path, kills: int, pause: float) -> str:
        """Runs drivers until one of them ends by itself. Returns what it says."""
        arguments = [self.cluster.address, os.fspath(problems), os.fspath(out), os.fspath(single)]
        command = [sys.executable, "-c", DRIVER, *arguments]
        while True:
            driver = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            while sum(self.killed.values()) < kills:
                try:
                    driver.wait(pause * self.rng.uniform(0.5, 1.5))
                    break
                except subprocess.TimeoutExpired:
                    pass
                what = self.rng.choice(("node", "process", "driver"))
                self.said(f"a {what} is killed", out)
                match what:
                    case "node":
                        self.kill_node()
                    case "process":
                        self.kill_process()
                    case _:
                        driver.kill()
                        self.killed["driver"] += 1
                        break
            said, _ = driver.communicate()
            self.said("the driver has ended", out)
            if driver.returncode == 0:
                return said
            assert driver.returncode == -signal.SIGKILL, f"the driver failed: {driver.returncode}"

    def close(self) -> None:
        """Ends the cluster."""
        self.cluster.shutdown()


def _workers() -> Iterator[tuple[int, int]]:
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if (folder / "cmdline").read_bytes().startswith(b"ray::Worker"):
                    yield int(folder.name), int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                pass


def main(problems: int, kills: int, nodes: int, pause: float, seed: int) -> list[str]:
    """Does the whole test. Returns what differs."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = folder / "problems.sfen"
        write_problems(source, problems, max(2, problems // 10_000), rng)
        seconds = expected(source, folder / "wanted.jsonl")
        print(f"validate: {seconds:.1f} s of processor time", flush=True)
        chaos = Chaos(nodes, rng)
        started = time.monotonic()
        try:
            said = chaos.run(source, folder / "out", folder / "single.jsonl", kills, pause)
        finally:
            chaos.close()
        print(said.strip())
        print(f"killed: {chaos.killed} in {time.monotonic() - started:.0f} s")
        return differences(folder / "single.jsonl", folder / "wanted.jsonl")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--problems", type=int, default=200_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--pause", type=float, default=5.0, help="seconds between two kills, about")
    parser.add_argument("--seed", type=int, default=1)
    found = main(**vars(parser.parse_args()))
    print(f"{len(found)} rows differ", *found[:10], sep="\n")
    sys.exit(bool(found))
