import { dirname, type Path, type StateKey, toPath } from "@holdall/tool-core";
import { createTurns } from "../../run/turns.ts";
import type { JustBash } from "../_load-just-bash.ts";
import { createAttributes, type FileAttributes } from "../files/attributes.ts";
import type { Scratch } from "../files/portable-fs.ts";
import { emptyState, type ShellState } from "./variables.ts";

/** The portable shell of one session. */
export interface PortableSession {
  /** Where the next command starts; until the first, that is for the session to say. */
  folder: Path | undefined;
  state: ShellState;
  readonly attributes: FileAttributes;
  /** What the model must know before its next result. */
  readonly news: string[];
  /** What exists for commands only. */
  scratch(library: JustBash, hasTemp: boolean, commands: readonly string[]): Scratch;
  /**
   * Keep an output in the memory of the shell, at the path of a file that has it, if there is one. Returns the path at which it
   * can be read.
   */
  keepOutput(bytes: Uint8Array, path?: string): Promise<string | undefined>;
  /** Wait until it is one's turn; the result ends the turn. */
  acquire(signal: AbortSignal): Promise<() => void>;
}

/** Bytes of devices, kept outputs and temporary files in memory. */
const maxScratchBytes = 128 * 1024 * 1024;
/** Outputs that are kept in memory. */
const maxOutputs = 8;

export const portableSessionKey: StateKey<PortableSession> = {
  name: "portable-shell",
  create: () => createPortableSession(undefined),
  snapshot: ({ folder }) => ({ folder: folder ?? null }),
  restore(json) {
    const { folder } = Object(json) as { folder?: unknown };
    const session = createPortableSession(typeof folder === "string" ? toPath(folder) : undefined);
    if (session.folder)
      session.news.push(`This session continues in a new shell in ${session.folder}; its variables are lost.`);
    return session;
  },
};

function createPortableSession(folder: Path | undefined): PortableSession {
  let scratch: Scratch | undefined;
  let outputs = 0;
  const kept: string[] = [];
  return {
    folder,
    state: emptyState,
    attributes: createAttributes(),
    news: [],
    scratch({ Bash, InMemoryFs, defineCommand }, hasTemp, names) {
      if (scratch) return scratch;
      const fs = new InMemoryFs({}, { maxTotalBytes: maxScratchBytes });
      const execute = async () => ({ stdout: "", stderr: "", exitCode: 0 });
      // The interpreter puts its devices and the names of its commands there.
      new Bash({
        fs,
        cwd: "/",
        defenseInDepth: false,
        customCommands: names.map((name) => defineCommand(name, execute)),
      });
      for (const path of ["/dev/shm", "/tmp"]) fs.mkdirSync(path, { recursive: true });
      scratch = { fs, hasTemp };
      return scratch;
    },
    async keepOutput(bytes, path) {
      if (!scratch) return path;
      const place = path ?? `/dev/shm/output-${++outputs}`;
      const oldest = kept.length < maxOutputs ? undefined : kept.shift();
      if (oldest !== undefined) await scratch.fs.rm(oldest, { force: true });
      try {
        await scratch.fs.mkdir(dirname(place as Path), { recursive: true });
        await scratch.fs.writeFile(place, bytes);
        kept.push(place);
        return place;
      } catch {
        return path; // the memory of the shell is full, which the result tells
      }
    },
    acquire: createTurns(),
  };
}
