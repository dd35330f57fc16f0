import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { toPath } from "@holdall/tool-core";
import { onTestFinished } from "vitest";
import { openWork } from "./_cases.fixture.ts";
import type { CheckpointOptions } from "./checkpoints.ts";

/** Every entry below a folder: its kind and permissions, with the content of a file or the target of a link. */
export function snapshot(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (at: string, name: string) => {
    const stat = lstatSync(at);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) found[name] = `link to ${readlinkSync(at)}`;
    else if (stat.isDirectory()) {
      found[name] = `folder ${mode}`;
      for (const child of readdirSync(at)) visit(join(at, child), `${name}/${child}`);
    } else found[name] = `file ${mode} ${readFileSync(at, "base64")}`;
  };
  visit(folder, "");
  return found;
}

/** A workspace `ws` and a folder `outside` of somebody else beside it, both with files, and a session that runs sh scripts. */
export async function openDisk(options: Partial<CheckpointOptions> = {}) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "holdall-trees-")));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const ws = join(top, "ws");
  const put = (name: string, content: string) => {
    mkdirSync(dirname(join(top, name)), { recursive: true });
    writeFileSync(join(top, name), content);
  };
  for (const name of ["ws/f", "ws/g", "ws/d/f", "ws/d/sub/deep", "outside/f", "outside/sub/deep"])
    put(name, `${name}\n`);
  mkdirSync(join(ws, "empty"));
  const fixture = () => ({
    workspace: nodeBackend({ roots: ws }),
    root: toPath(ws),
    store: nodeBackend({ roots: top }),
    folder: join(top, "store"),
  });
  mkdirSync(join(top, "store"));
  const work = await openWork(fixture(), options);
  return {
    top,
    ws,
    put,
    ...work,
    at: (name: string) => join(top, name),
    /** A command of the session, in the workspace. */
    sh: (script: string) =>
      work.command(async () => void execFileSync("sh", ["-c", script], { cwd: ws, stdio: "pipe" })),
    tree: () => snapshot(ws),
    outside: () => snapshot(join(top, "outside")),
    rewind: async (id: string) => {
      const { files } = await work.checkpoints.restore(await work.checkpoints.plan(id));
      return files!;
    },
  };
}
