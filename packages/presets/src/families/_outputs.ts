import { mkdirSync, realpathSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isWithin, type Path, type Policy, type StateKey, type ToolContext, toPath } from "@holdall/tool-core";
import { isPrivateFolder, type TemporaryFolder, temporaryFolder } from "@holdall/tool-kit/node";

/** Where shells put outputs that are too long for a model, and who may read them there. */
export interface Outputs {
  readonly folder: string;
  /** Let a session read a file, by all its tools. */
  readonly onOutputFile: (file: string, sessionId: string) => void;
  /** Put an output in the private folder of a session, and let the session read it. Returns its path. */
  keep(output: Uint8Array, session: Pick<ToolContext, "sessionId" | "state">): Promise<Path>;
  /** Allows a session its own files. */
  readonly reads: Policy;
  /** Denies everything else in the folder, whatever others say. */
  readonly guard: Policy;
}

/** Open the user's folder for outputs. Each shell has a private one in it, gone with its session. */
export function openOutputs(): Outputs {
  const folder = ownFolder();
  const readable = new Map<string, Set<string>>();
  const isOurs = (target: string) => isWithin(target as Path, toPath(folder));
  const mayRead: Policy = ({ access, sessionId }) =>
    access?.action === "read" && readable.get(sessionId)?.has(access.target) ? { effect: "allow" } : undefined;
  const onOutputFile: Outputs["onOutputFile"] = (file, sessionId) => {
    const files = readable.get(sessionId) ?? new Set();
    readable.set(sessionId, files.add(toPath(file)));
  };
  return {
    folder,
    onOutputFile,
    async keep(output, { sessionId, state }) {
      const own = state(keptOutputs);
      own.folder ??= temporaryFolder("shell", folder);
      const file = join(own.folder.path, `output-${++own.count}.log`);
      await writeFile(file, output, { mode: 0o600 });
      onOutputFile(file, sessionId);
      return toPath(file);
    },
    reads: mayRead,
    guard: (request) =>
      request.access && isOurs(request.access.target) && !mayRead(request)
        ? {
            effect: "deny",
            reason:
              "This folder has the outputs of commands: a session can read only its own, by the path it was given.",
          }
        : undefined,
  };
}

/** The folder of a session whose shell has none of its own. */
const keptOutputs: StateKey<{ folder: TemporaryFolder | undefined; count: number }> = {
  name: "kept-outputs",
  create: () => ({ folder: undefined, count: 0 }),
  dispose: ({ folder }) => folder?.[Symbol.dispose](),
};

/** A temporary folder that only this user can open. An existing folder of another user is not used. */
function ownFolder(): string {
  const parent = realpathSync.native(tmpdir());
  const user = process.getuid?.();
  const folder = join(parent, `holdall-${user ?? "outputs"}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return isPrivateFolder(folder) ? folder : temporaryFolder("outputs", parent).path;
}
