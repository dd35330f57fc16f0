import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openCheckout, stateOf, treeOf } from "./_checkout.fixture.ts";
import { findCheckout } from "./repository.ts";
import { addWorktree, removeWorktree } from "./worktree.ts";
import { settleWorktree } from "./worktree-state.ts";

/** More by the environment. */
const seeds = Number(process.env.HOLDALL_WORKTREE_SEEDS ?? 4);

/** Numbers that are the same for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_507) + 0x9e3779b9) >>> 0;
    return state % below;
  };
}

const names = [
  "a.txt",
  "b/c.txt",
  "b/d.bin",
  "ä ö.txt",
  "run.sh",
  "b/deep/er/e.txt",
  "f\nline.txt",
  "link",
  "crlf.txt",
  "-x",
];

/** Change a random file in a random way: by hand, or also in the index. */
function change({ root, git }: ReturnType<typeof openCheckout>, pick: (below: number) => number): void {
  const name = names[pick(names.length)] ?? "";
  const place = join(root, name);
  const put = (work: () => void) => () => {
    if (!existsSync(dirname(place))) mkdirSync(dirname(place), { recursive: true });
    rmSync(place, { recursive: true, force: true });
    work();
  };
  const steps = [
    put(() => writeFileSync(place, Buffer.from(Array.from({ length: pick(2_000) }, () => pick(256))))),
    put(() => writeFileSync(place, `line ${pick(9)}\r\nline ${pick(9)}\n`)),
    put(() => symlinkSync(["a.txt", "../outside", "nowhere"][pick(3)] ?? "", place)),
    put(() => mkdirSync(place)),
    put(() => {
      mkdirSync(place);
      writeFileSync(join(place, "in.txt"), String(pick(9)));
    }),
    put(() => {}),
    () => chmodSync(place, [0o755, 0o644, 0o600][pick(3)] ?? 0),
    () => renameSync(place, `${place}.new`),
    () => git("add", "-A"),
    () => git("add", "-A", "--", "b"),
    () => git("add", "-N", "."),
    () => git("stash"),
    () => git("commit", "-qam", "more"),
    () => git("rm", "-rq", "--cached", "--ignore-unmatch", "b"),
    () => git("update-index", "--split-index"),
  ];
  try {
    steps[pick(steps.length)]?.();
  } catch {
    // not possible in this state, such as a file where a folder is needed or nothing to commit
  }
}

const isIgnored = (name: string) => name.endsWith(".log") || name.startsWith("dist");

test.each(Array.from({ length: seeds }, (_, seed) => seed + 1))(
  "seed %i: uncommitted work is carried in byte for byte, and its checkout stays as it is",
  async (seed) => {
    const pick = numbers(seed);
    const checkout = openCheckout({
      ".gitignore": "*.log\ndist/\n",
      "a.txt": "a\n",
      "b/c.txt": "c\n",
      "run.sh": "#!\n",
    });
    if (seed % 3 === 0) checkout.git("config", "core.autocrlf", "input");
    if (seed % 4 === 0) checkout.write(".gitattributes", "*.txt text eol=lf\n");
    checkout.write("x.log", "ignored");
    checkout.write("dist/out.js", "ignored");
    for (let left = 2 + pick(14); left > 0; left--) change(checkout, pick);
    const before = stateOf(checkout);

    const found = await findCheckout([checkout.root]);
    const { worktree } = await addWorktree(found, { folder: checkout.folder, prefix: "agent/", description: "Try it" });
    expect(treeOf(worktree.path)).toEqual(treeOf(checkout.root, isIgnored));
    expect(stateOf(checkout)).toEqual(before);
    expect(await settleWorktree(worktree)).toMatchObject({ isChanged: false, commits: 0, notes: [] });
    expect(existsSync(join(worktree.gitDir, "index.lock"))).toBe(false);
    await removeWorktree(worktree, { branch: true });
    expect(stateOf(checkout)).toEqual(before);
    expect(checkout.git("branch", "--list", "agent/*")).toBe("");
    expect(checkout.git("worktree", "list").trim().split("\n")).toHaveLength(1);
  },
);
