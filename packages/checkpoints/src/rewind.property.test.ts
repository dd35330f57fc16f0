import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDisk } from "./_disk.fixture.ts";

/** Trees; more by the environment. */
const runs = Number(process.env.HOLDALL_REWIND_RUNS ?? 12);
const names = ["a", "b", "c", "é", "ä ö", "x\ny"];

function seeded(seed: number) {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
  return { next, pick: <T>(items: readonly T[]): T => items[next(items.length)]! };
}

/** A random program over the file system: what it cannot do is left out. It may itself write outside, which no rewind may. */
function change(ws: string, { next, pick }: ReturnType<typeof seeded>, steps: number): void {
  const folders = (at: string): string[] =>
    readdirSync(at, { withFileTypes: true }).flatMap((each) =>
      each.isDirectory() ? [join(at, each.name), ...folders(join(at, each.name))] : [],
    );
  const path = () => join(pick([ws, ...folders(ws)]), pick(names));
  const attempt = (run: () => void) => {
    try {
      run();
    } catch (error) {
      if (!(error instanceof Error && "syscall" in error)) throw error;
    }
  };
  const isLink = (at: string) => lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  for (let step = 0; step < steps; step++) {
    const at = path();
    const other = path();
    attempt(
      pick([
        () => isLink(at) || writeFileSync(at, `${next(1000)}\n`),
        () => isLink(at) || writeFileSync(at, `${next(1000)}\n`),
        () => mkdirSync(join(at, pick(names)), { recursive: true }),
        () => rmSync(at, { recursive: true }),
        () => renameSync(at, other),
        () => renameSync(at, other),
        () => symlinkSync(pick([other, pick(names), "../outside", "../../outside/f", "nowhere", "."]), at),
        () => linkSync(pick([other, join(ws, "../outside/f")]), at),
        () => isLink(at) || chmodSync(at, pick([0o600, 0o644, 0o755, 0o700, 0o555])),
        () => {
          renameSync(at, other);
          symlinkSync(other, at);
        },
      ]),
    );
  }
}

test("after random programs over the file system, a rewind gives the same tree, and changes nothing outside", async () => {
  for (let seed = 1; seed <= runs; seed++) {
    const random = seeded(seed);
    const { ws, checkpoints, command, tree, outside, rewind } = await openDisk();
    const change12 = () => change(ws, random, 12);
    await command(async () => change12());
    const points = [{ id: (await checkpoints.create()).id, tree: tree(), outside: outside() }];
    for (let turn = 0; turn < 3; turn++) {
      await command(async () => change12());
      points.push({ id: (await checkpoints.create()).id, tree: tree(), outside: outside() });
    }
    const reached = outside();
    for (const point of [points[1]!, points[3]!, points[0]!, points[2]!]) {
      const { left, notKept } = await rewind(point.id);
      expect([left, notKept], `seed ${seed}`).toEqual([[], []]);
      expect(tree(), `seed ${seed}, ${point.id}`).toEqual(point.tree);
      expect(outside(), `seed ${seed}, ${point.id}`).toEqual(reached);
    }
  }
});
