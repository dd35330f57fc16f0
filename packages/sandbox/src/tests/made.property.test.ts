import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bubblewrap } from "../bubblewrap/bubblewrap.ts";
import { protectedReason } from "../port/index.ts";
import { probeSandbox } from "../probe.ts";
import { openRoot } from "./_protected.fixture.ts";

const { works, problems } = await probeSandbox(bubblewrap);
const runs = Number(process.env.HOLDALL_PROTECTED_RUNS ?? 5);

/** Numbers that look random and are the same for the same seed. */
function randomOf(seed: number): <T>(list: readonly T[]) => T {
  let state = seed * 2_654_435_761;
  return (list) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return list[(state >>> 4) % list.length]!;
  };
}

const folders = [".", "a", "a/b", "c", "c/d"];
const names = [".vscode", ".mcp.json", "AGENTS.md", "w.code-workspace", ".GIT", ".cargo/config.toml", ".husky"];

/** One line of a program that does whatever it likes. */
function lineOf(any: ReturnType<typeof randomOf>): string {
  const [at, to, name] = [any(folders), any(folders), any(names)];
  return any([
    `mkdir -p ${at}/${name}; echo ${any([1, 2, 3])} > ${at}/${name}/x`,
    `mkdir -p ${at}/.cargo; echo ${any([1, 2, 3])} > ${at}/${name}`,
    `echo ${any([1, 2])} >> ${at}/${name}`,
    `mv ${at} ${to}/moved`,
    `mv ${at}/${name} ${to}/y; mv ${to}/y ${to}/${any(names)}`,
    `rm -rf ${at}/${name}`,
    `cp -r ${at} ${to}/copy`,
    `ln -sfn ${any(["../c", "x", "/usr"])} ${at}/${name}`,
    `git init -q ${at}; echo x > ${at}/.git/hooks/p`,
    `touch -d @1 ${at} ${to}`,
    `chmod ${any(["700", "777"])} ${at}/${name}`,
    `cat ${at}/${name} ${at}/${name}/*; ls -lR ${at}`,
  ]);
}

/** All that is protected by its name, with what it holds: found by looking everywhere, with nothing remembered. */
function lookEverywhere(root: string, at = root, found = new Map<string, string>()): Map<string, string> {
  for (const name of readdirSync(at)) {
    const path = join(at, name);
    if (protectedReason(path, [root]) !== undefined) found.set(path, contentOf(path));
    else if (lstatSync(path).isDirectory()) lookEverywhere(root, path, found);
  }
  return found;
}

function contentOf(path: string): string {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return `-> ${readlinkSync(path)}`;
  if (!stat.isDirectory()) return `${readFileSync(path, "utf8")} ${stat.mode}`;
  const inside = readdirSync(path).filter((name) => !path.endsWith("/.git") || ["config", "hooks"].includes(name));
  return inside.map((name) => `${name}: ${contentOf(join(path, name))}`).join("\n");
}

const realOf = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

// The probe says why it does not work here.
describe.skipIf(!works)(
  `programs that do anything${works ? "" : `, skipped because it does not work here: ${problems.join(" ")}`}`,
  () => {
    it("change nothing that was protected, and all that they make is reported, and nothing else", async () => {
      for (let seed = 1; seed <= runs; seed++) {
        const any = randomOf(seed);
        const { root, stay } = openRoot({
          ...{
            ".git/HEAD": "",
            ".git/config": "[core]\n",
            ".git/hooks/x": "",
            "a/b/AGENTS.md": "mine",
            "c/.vscode/x": "x",
          },
          ...{ "a/file": "", "c/d/file": "" },
        });
        const first = lookEverywhere(root);
        let before = first;
        const shell = await stay();
        for (let step = 0; step < 4; step++) {
          const script = Array.from({ length: 4 }, () => `(${lineOf(any)}) >/dev/null 2>&1`).join("; ");
          await shell.run(script);
          const now = lookEverywhere(root);
          const reported = await shell.report();
          const what = `seed ${seed}, step ${step}: ${script}`;
          for (const [path, content] of first) expect([path, now.get(path)], what).toEqual([path, content]);
          const changed = [...now].filter(([path, content]) => before.get(path) !== content).map(([path]) => path);
          const isReported = (path: string) => reported.some((each) => path === each || path.startsWith(`${each}/`));
          expect(
            changed.filter((path) => !isReported(path)),
            what,
          ).toEqual([]);
          // What a protected link leads to is protected with it.
          const led = new Set([...now.keys()].map(realOf));
          expect(
            reported.filter((path) => !changed.includes(path) && !led.has(path)),
            what,
          ).toEqual([]);
          before = now;
        }
        await shell.end();
      }
    });
  },
);
