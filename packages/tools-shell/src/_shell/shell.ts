import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Sandbox, SandboxLaunch, SandboxLevel } from "@holdall/tool-core";
import { findBash } from "../_process/find-bash.ts";
import { killTree } from "../_process/kill-tree.ts";
import { startProcess } from "../_process/start-process.ts";
import { createConversation, type Sinks } from "./conversation.ts";
import { failedShell } from "./failed-shell.ts";
import { type Errors, loopScript } from "./loop.ts";
import { createStateFile } from "./state-file.ts";

export interface ShellRequest {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly errors: Errors;
  /** Options of `ulimit`. */
  readonly limits: string;
  /** A private folder for pipes. */
  readonly folder: string;
  /** Folders that it can read though they are hidden. */
  readonly readable: readonly string[];
  readonly sandbox: Sandbox | undefined;
  readonly level: SandboxLevel;
  readonly domains: readonly string[];
}

/**
 * How a run of a command ended: by itself, and then `background` is a process that it has left; not at all, because its
 * folder is gone; with the shell; or because there is no shell that can be relied on.
 */
export type RunEnd =
  | { readonly kind: "done"; readonly status: number; readonly folder: string; readonly background: number | undefined }
  | { readonly kind: "gone" }
  | { readonly kind: "ended"; readonly status: number | undefined }
  | { readonly kind: "failed"; readonly reason: string };

export interface Shell {
  readonly isAlive: boolean;
  /** The process that starts processes had died, and there is a new one. */
  readonly isBrokerNew: boolean;
  readonly launch: SandboxLaunch | undefined;
  /** A command has started something in the background. */
  readonly hasBackground: boolean;
  /** Definitions of its functions, as after the latest command. */
  readonly functions: string;
  /** Run one command in a folder. Whoever comes meanwhile waits. */
  run(command: string | Uint8Array, folder: string, sinks: Sinks): Promise<RunEnd>;
  /** Commands that make its variables and functions again, as they were after the latest command that it survived. */
  state(): Promise<Uint8Array>;
  /** What was printed while no command ran, since the last time. */
  takeStray(): string;
  pause(): void;
  resume(): void;
  /** No command will follow. What it has started may go on, and print. */
  dismiss(sinks: Sinks): void;
  /** End it with all that it started. Returns what is alive nevertheless. */
  kill(): Promise<readonly number[]>;
}

/** Milliseconds that output is waited for once nobody should print any more. */
const drain = 250;

/** Start a bash that takes commands one after another. Throws `unavailable`. */
export async function startShell(request: ShellRequest): Promise<Shell> {
  const { cwd, env, errors, sandbox, level, domains, readable } = request;
  const argv = [findBash(), "--noprofile", "--norc", "-c", loopScript(errors), "bash"];
  const launch = await sandbox?.launch({ argv, cwd, env, level, domains, readable });
  const talk = createConversation(
    errors,
    (bytes) => bash.input.write(bytes),
    () => void kill(),
  );
  const bash = await startProcess({
    argv: launch?.argv ?? argv,
    env: launch?.env ?? env,
    cwd,
    mark: randomInt(2 ** 42, 2 ** 43),
    limits: request.limits,
    folder: request.folder,
    ...talk,
  }).catch(async (error) => {
    await launch?.[Symbol.asyncDispose]();
    throw error;
  });
  const stateFile = createStateFile(bash.stateFile);
  let isAlive = true;
  let killing: Promise<readonly number[]> | undefined;
  let functions = "";
  let survived = "";
  let atEnd: Uint8Array | undefined;
  let latest: number | undefined;
  let runs = 0;
  let turn: Promise<unknown> = Promise.resolve();

  const ended = bash.ended.then(async (status): Promise<RunEnd> => {
    isAlive = false;
    await Promise.race([bash.silent, delay(drain, undefined, { ref: false })]);
    const said = talk.end().trim();
    return runs > 0 || said === "" ? { kind: "ended", status } : { kind: "failed", reason: said };
  });

  const kill = () => {
    isAlive = false;
    killing ??= (async () => {
      const left = await killTree(bash, { killsTree: launch?.killsTree ?? false });
      await Promise.race([ended, delay(drain)]);
      atEnd = await stateFile.read(survived, () => false);
      bash.close();
      await launch?.[Symbol.asyncDispose]();
      return left;
    })();
    return killing;
  };

  const runOnce = async (command: string | Uint8Array, folder: string, sinks: Sinks) => {
    const reply = await talk.ask(folder, command, sinks);
    if (!reply) return { end: await ended };
    const [text = "", status, background, path = ""] = reply.fields;
    const [trap = "", body] = /^trap -- ((?:'[^']*'|\\')+) EXIT\n/.exec(text) ?? [];
    if (reply.fields.length !== 4 || (reply.noise !== "" && runs > 0)) {
      await kill();
      return { end: { kind: "failed", reason: "the command wrote to the channel of its shell" } as const };
    }
    runs++;
    if (status === "gone") return { end: { kind: "gone" } as const };
    functions = text.slice(trap.length);
    survived = talk.ticket;
    if (runs % 64 === 0) stateFile.trim();
    const done = { status: Number(status), folder: path, background: Number(background) || undefined };
    return { end: { kind: "done", ...done } as const, body };
  };

  const { end } = await runOnce(":", cwd, { onOutput: () => {}, onErrors: () => {} });
  talk.finish();
  if (end.kind !== "done") {
    await kill();
    throw failedShell(end.kind === "failed" ? end.reason : "it ended at once", launch !== undefined);
  }

  return {
    get isAlive() {
      return isAlive;
    },
    isBrokerNew: bash.isReplaced,
    launch,
    get hasBackground() {
      return latest !== undefined;
    },
    get functions() {
      return functions;
    },
    async state() {
      const variables = atEnd ?? (await stateFile.read(survived, () => isAlive));
      return Buffer.concat([variables, Buffer.from(`\n${functions}`)]);
    },
    run(command, folder, sinks) {
      const mine = turn.then(async (): Promise<RunEnd> => {
        const { end, body } = await runOnce(command, folder, sinks);
        if (end.kind !== "done") return end;
        if (body !== undefined) {
          const after = await runOnce(`trap - EXIT; eval ${body}`, end.folder || folder, sinks);
          if (after.end.kind !== "done") return after.end;
        }
        const isNew = end.background !== latest;
        latest = end.background;
        if (isNew) await talk.quiet(50, drain);
        talk.finish();
        // Its number means nothing outside of a namespace.
        return isNew && !launch?.killsTree ? end : { ...end, background: undefined };
      });
      turn = mine.catch(() => {});
      return mine;
    },
    takeStray: talk.takeStray,
    pause: bash.pause,
    resume: bash.resume,
    dismiss(sinks) {
      talk.finish(sinks);
      bash.input.close();
    },
    kill,
  };
}
