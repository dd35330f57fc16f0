import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { basename } from "node:path";
import { protectedBelow } from "@holdall/sandbox/port";
import { isWithin, type Path, toPath } from "@holdall/tool-core";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { cleanEnvironment } from "../_environment.ts";
import { analyzeAt } from "../access/access.ts";
import { hostileProject } from "./_hostile-project.fixture.ts";
import { randomCommand } from "./_random-commands.fixture.ts";
import { snapshot, tracedRun } from "./_traced-run.fixture.ts";

const canTrace = spawnSync("strace", ["-f", "--seccomp-bpf", "-o", "/dev/null", "true"]).status === 0;
/** `HOLDALL_REAL_RUNS=5000`, with `HOLDALL_SEED` for others than the usual ones. */
const wanted = Number(process.env.HOLDALL_REAL_RUNS ?? 0);
const seed = Number(process.env.HOLDALL_SEED ?? 7);

/** Programs that a program starts as a part of itself. */
const parts: Readonly<Record<string, RegExp>> = { git: /^git(-|$)/, tar: /^(sh|gzip|xz|bzip2|zstd)$/, zgrep: /./ };

const project = canTrace ? hostileProject() : undefined;
afterAll(() => project && rmSync(project.top, { recursive: true, force: true }));

/** Run a command for real where nothing about it is unknown or a risk, and list what was not reported. */
function untold(command: string, count: number): string[] | undefined {
  if (!project) return undefined;
  const { app, top, env } = project.copy(`run-${count}`);
  try {
    const root = toPath(app);
    const whole = cleanEnvironment(env);
    const place = { folder: root, functions: "", home: env.HOME, root, exported: Object.keys(whole) };
    const { programs, effects, unknowns } = analyzeAt(command, place);
    if (unknowns.length > 0 || programs.some(({ risks }) => risks.length > 0)) return undefined;
    const before = snapshot(top);
    const run = tracedRun(command, app, top, whole, before);
    const reasonOf = protectedBelow([root]);
    const told = programs
      .flatMap(({ argv: [name = ""], wrappers }) => [name, ...wrappers.map(({ argv: [wrapper = ""] }) => wrapper)])
      .map((name) => basename(name));
    const isTold = (name: string) => told.includes(name) || told.some((each) => parts[each]?.test(name));
    const named = (action: string, path: Path, exactly: boolean) =>
      effects.some(
        ({ action: its, target }) => its === action && (exactly ? target === path : isWithin(path, target as Path)),
      );
    const usesGit = told.includes("git");
    const ofGit = (path: Path) =>
      usesGit && isWithin(path, toPath(".git", root)) && !/\.git\/(config|hooks|info)/.test(path);
    return [
      ...(run.marks ? [`started the canary: ${run.marks}`] : []),
      ...run.started.filter((path) => !isTold(basename(path))).map((path) => `started ${path}`),
      ...run.read
        .map((path) => toPath(path))
        .filter(
          (path) =>
            isWithin(path, toPath(top)) && !isWithin(path, root) && !/\/(home|bin)\//.test(path.slice(top.length)),
        )
        .filter((path) => !named("read", path, false) && !named("write", path, false))
        .map((path) => `read ${path}`),
      ...run.changed
        .map((path) => toPath(path, top))
        .filter((path) => !isWithin(path, root) || (reasonOf(path) !== undefined && !ofGit(path)))
        // What lies in a folder that was told itself is told, if the folder is as protected, or as far outside.
        .filter((path) => !["write", "delete"].some((action) => named(action, path, true) || isToldWith(action, path)))
        .map((path) => `changed ${path}`),
    ];

    function isToldWith(action: string, path: Path): boolean {
      return effects.some(
        ({ action: its, target }) =>
          its === action &&
          // The folders on the way to what is made are made with it.
          (isWithin(target as Path, path) ||
            (isWithin(path, target as Path) &&
              // A folder that goes takes along what is in it.
              (action === "delete" || reasonOf(target) !== undefined || !isWithin(target as Path, root)))),
      );
    }
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

// Without strace nobody sees what a run does.
test.skipIf(!canTrace)(
  `a real run does nothing that was not told${canTrace ? "" : " (strace does not work here)"}`,
  () => {
    let [count, ran] = [0, 0];
    const start = performance.now();
    const problems: string[] = [];
    const isOver = () => (wanted > 0 ? count >= wanted : performance.now() - start > 2500 && ran >= 5);
    for (const command of fc.sample(randomCommand, { seed, numRuns: wanted || 400 })) {
      if (isOver()) break;
      const found = untold(command, count++);
      if (!found) continue;
      ran++;
      if (found.length > 0) problems.push(`${command}\n  ${found.join("\n  ")}`);
    }
    if (wanted > 0) console.info(`${count} commands, ${ran} of them run, ${problems.length} differences`);
    expect(problems.join("\n")).toBe("");
    expect(ran).toBeGreaterThan(4);
  },
  wanted > 0 ? 36_000_000 : 30_000,
);
