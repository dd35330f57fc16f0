import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { bubblewrap } from "../bubblewrap/bubblewrap.ts";
import type { SandboxLevel } from "../port/index.ts";
import { run, stayIn, workspace } from "./_run.fixture.ts";

/** A root for one test, and a way to run scripts in its sandbox. */
export function openRoot(files: Readonly<Record<string, string>> = {}, prepare: (root: string) => void = () => {}) {
  const space = workspace(files);
  onTestFinished(() => space.remove());
  prepare(space.root);
  const sandbox = bubblewrap({ roots: [space.root] });
  const at = (path: string) => join(space.root, path);
  return {
    at,
    sandbox,
    root: space.root,
    run: (script: string, level: SandboxLevel = "default") => run(sandbox, script, { cwd: space.root, level }),
    stay: () => stayIn(sandbox, space.root),
    text: (path: string) => (existsSync(at(path)) ? readFileSync(at(path), "utf8") : undefined),
  };
}
