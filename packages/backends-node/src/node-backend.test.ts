import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeBackend } from "@holdall/conformance";
import { type Path, toPath } from "@holdall/tool-core";
import { backendOver } from "./node-backend.ts";
import { type OpenFolder, openByHandle, openByPath } from "./paths/_folder.ts";

const make = (openFolder: OpenFolder) => () => {
  const root = mkdtempSync(join(tmpdir(), "holdall-node-"));
  return {
    backend: backendOver([root], openFolder),
    root: toPath(root),
    reopen: async () => backendOver([root], openFolder),
    link: async (path: Path, target: string) => symlinkSync(target, path),
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
};

describeBackend("nodeBackend", make(openByHandle));
describeBackend("nodeBackend without folder handles", make(openByPath));
