import { nodeBackend, readGitExcludes } from "@holdall/backends-node";
import { allow, type Backend, createRegistry, openSession, type Session, toPath } from "@holdall/tool-core";
import { fsTools, type GlobFilesOutput, type GrepFilesOutput, type ListFilesOutput } from "@holdall/tools-fs";

interface Outputs {
  grep_files: GrepFilesOutput;
  glob_files: GlobFilesOutput;
  list_files: ListFilesOutput;
}

/** A session over a folder, called as a host calls it. */
export interface SearchSession {
  call<K extends keyof Outputs>(tool: K, input: object, signal?: AbortSignal): Promise<Outputs[K]>;
  close(): Promise<void>;
}

/** Open a session on the disk, as presets do, or on another backend. Nothing has been looked at when it opens. */
export function searchSession(folder: string, other?: Backend): SearchSession {
  const backend = other ?? nodeBackend({ roots: folder });
  const tools = fsTools({ backend, ...(!other && { excludes: () => readGitExcludes({ folder }) }) });
  const session: Session = openSession(createRegistry(tools), { policy: allow(), cwd: toPath(folder) });
  return {
    async call<K extends keyof Outputs>(tool: K, input: object, signal?: AbortSignal) {
      const result = await session.call(tool, input, { signal });
      if (!result.ok) throw result.error;
      return result.output as Outputs[K];
    },
    async close() {
      await session[Symbol.asyncDispose]();
      await backend[Symbol.asyncDispose]?.();
    },
  };
}
