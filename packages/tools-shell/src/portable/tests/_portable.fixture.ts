import { memoryBackend } from "@holdall/backends-memory";
import {
  type Approve,
  allow,
  type Backend,
  contentText,
  createRegistry,
  openSession,
  type Policy,
  type Session,
  toPath,
} from "@holdall/tool-core";
import { taskTools } from "@holdall/tools-tasks";
import { onTestFinished } from "vitest";
import type { BashOutput } from "../../run/bash-output.ts";
import { type PortableBashInput, type PortableShellOptions, portableBash } from "../index.ts";

export interface TestShell {
  readonly session: Session;
  readonly backend: Backend;
  /** The output of a command that must have run. */
  run(command: string, more?: Partial<PortableBashInput>): Promise<BashOutput>;
  /** What the model reads, of success and failure. */
  read(command: string, more?: Partial<PortableBashInput>): Promise<string>;
  /** The content of a file. */
  file(path: string): Promise<string>;
}

interface TestOptions extends Partial<PortableShellOptions> {
  readonly files?: Record<string, string>;
  readonly policy?: Policy;
  readonly approve?: Approve;
  readonly cwd?: string;
}

/** A session with a portable shell, gone when the test is over. */
export function openShell({
  files = {},
  policy = allow(),
  approve,
  cwd = "/",
  ...options
}: TestOptions = {}): TestShell {
  const backend = options.backend ?? memoryBackend({ files });
  const registry = createRegistry([portableBash({ ...options, backend }), ...taskTools()]);
  const session = openSession(registry, { policy, cwd, ...(approve && { approve }) });
  onTestFinished(() => session[Symbol.asyncDispose]());
  return {
    session,
    backend,
    async run(command, more) {
      const result = await session.call("bash", { command, ...more });
      if (!result.ok) throw result.error;
      return result.output as BashOutput;
    },
    read: async (command, more) => contentText((await session.call("bash", { command, ...more })).content),
    file: async (path) => new TextDecoder().decode((await backend.read(toPath(path))).bytes),
  };
}
