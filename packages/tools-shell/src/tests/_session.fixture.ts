import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  allow,
  contentText,
  createRegistry,
  openSession,
  type Policy,
  type Progress,
  type Session,
} from "@holdall/tool-core";
import { onTestFinished } from "vitest";
import type { BashInput } from "../bash.ts";
import type { ShellToolsOptions } from "../options.ts";
import type { BashOutput } from "../run/bash-output.ts";
import { shellTools } from "../shell-tools.ts";

export interface TestShell {
  readonly session: Session;
  /** An empty folder, where the shell begins. */
  readonly folder: string;
  /** The output of a command that must have run. */
  run(command: string, more?: Partial<BashInput>, onProgress?: (progress: Progress) => void): Promise<BashOutput>;
  /** What the model reads, of success and failure. */
  read(command: string, more?: Partial<BashInput>): Promise<string>;
}

export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-test-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A session with a shell, gone when the test is over. */
export function openShell(options: ShellToolsOptions = {}, policy: Policy = allow(), folder = tempFolder()): TestShell {
  const session = openSession(createRegistry(shellTools(options)), { policy, cwd: folder });
  onTestFinished(() => session[Symbol.asyncDispose]());
  return {
    session,
    folder,
    async run(command, more, onProgress) {
      const result = await session.call("bash", { command, ...more }, { ...(onProgress && { onProgress }) });
      if (!result.ok) throw result.error;
      return result.output as BashOutput;
    },
    read: async (command, more) => contentText((await session.call("bash", { command, ...more })).content),
  };
}
