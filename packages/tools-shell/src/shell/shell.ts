import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { ReplacedRoot, Sandbox, SandboxLaunch, SandboxLevel, SandboxNetwork } from "@holdall/sandbox/port";
import { findBash } from "../process/find-bash.ts";
import { killTree } from "../process/kill-tree.ts";
import { countDescendants, isAsleep } from "../process/processes.ts";
import { startProcess } from "../process/start-process.ts";
import { type Overuse, type UsageLimits, watchUsage } from "../process/watch-usage.ts";
import { createConversation, type Sinks } from "./conversation.ts";
import { failedShell } from "./failed-shell.ts";
import { type Errors, loopScript } from "./loop.ts";
import { findLoss, type Loss } from "./lost-exchange.ts";
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
  /** What its commands share with those of other shells. */
  readonly network: SandboxNetwork | undefined;
  readonly replaced?: readonly ReplacedRoot[] | undefined;
  readonly level: SandboxLevel;
  readonly domains: readonly string[];
  readonly usage: UsageLimits;
  /** The secrets of its one command. */
  readonly secretNames?: readonly string[] | undefined;
}

/**
 * How a run of a command ended: by itself, and then `background` is a process that it has left; not at all, because its
 * folder is gone, or because another process has read it; with the shell; or because there is no shell that can be relied on.
 */
export type RunEnd =
  | {
      readonly kind: "done";
      readonly status: number;
      readonly folder: string;
      readonly background: number | undefined;
      readonly loss?: "output";
    }
  | { readonly kind: "gone" }
  | { readonly kind: "not_received" }
  | { readonly kind: "ended"; readonly status: number | undefined; readonly loss?: "reply" }
  | { readonly kind: "failed"; readonly reason: string };

export interface Shell {
  readonly isAlive: boolean;
  /** The process that starts processes had died, and there is a new one. */
  readonly isBrokerNew: boolean;
  /** It was killed, because with all in it it used more than it may. */
  readonly overuse: Overuse | undefined;
  readonly launch: SandboxLaunch | undefined;
  /** When it was started, by `performance.now()`. */
  readonly started: number;
  /** A command has started something in the background. */
  readonly hasBackground: boolean;
  /** Definitions of its functions, as after the latest command. */
  readonly functions: string;
  /** True if a process started by its commands is known to be running. */
  hasLeftOvers(): boolean;
  /** Run one command in a folder. Concurrent callers wait. */
  run(command: string | Uint8Array, folder: string, sinks: Sinks): Promise<RunEnd>;
  /** Commands that make its variables and functions again, as they were after the latest command that it survived. */
  state(): Promise<Uint8Array>;
  /** What was printed while no command ran, up to now, since the last time. */
  takeUnsolicited(): string;
  pause(): void;
  resume(): void;
  /** No command will follow. Its processes may continue, and print. */
  dismiss(sinks: Sinks): void;
  /** End it with all that it started. Returns what is alive nevertheless. */
  kill(): Promise<readonly number[]>;
}

const meddled =
  "the command, or a process left running by an earlier one, used the shell's control channel; the command may have run";

/** Milliseconds to wait for output once no process should print any more. */
const drain = 250;

/** Start a bash that takes commands one after another. Throws `unavailable`. */
export async function startShell(request: ShellRequest): Promise<Shell> {
  const { cwd, env, errors, sandbox, level, domains, readable, network, replaced, secretNames = [] } = request;
  const started = performance.now();
  const argv = [findBash(), "--noprofile", "--norc", "-c", loopScript(errors), "bash"];
  const launch = await sandbox?.launch({
    ...{ argv, cwd, env, level, domains, readable, network, replaced },
    ...(secretNames.length > 0 && { secretNames }),
  });
  const talk = createConversation(
    errors,
    (bytes) => bash.input.write(bytes),
    () => void kill(),
  );
  const bash = await startProcess({
    argv: launch?.argv ?? argv,
    env: launch?.env ?? env,
    cwd,
    tag: randomInt(2 ** 42, 2 ** 43),
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
  let isPaused = false;
  let overuse: Overuse | undefined;
  let before: readonly string[] = [];
  let reached: ReturnType<typeof stateFile.progress> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const ended = bash.ended.then(async (status): Promise<RunEnd> => {
    isAlive = false;
    unwatch();
    await Promise.race([bash.silent, delay(drain, undefined, { ref: false })]);
    const said = talk.end().trim();
    return runs > 0 || said === "" ? { kind: "ended", status } : { kind: "failed", reason: said };
  });

  const kill = (isUrgent = false) => {
    isAlive = false;
    killing ??= (async () => {
      unwatch();
      const left = await killTree(bash, { killsTree: launch?.killsTree ?? false, isUrgent });
      await Promise.race([ended, delay(drain)]);
      reached = stateFile.progress(before);
      atEnd = await stateFile.read(survived, () => false);
      bash.close();
      await launch?.[Symbol.asyncDispose]();
      return left;
    })();
    return killing;
  };

  const unwatch = watchUsage(bash, request.usage, (found) => {
    overuse = found;
    void kill(true);
  });

  /** A question and its answer. If another process reads a part of either, the shell and that process are killed. */
  const exchange = async (command: string | Uint8Array, folder: string, sinks: Sinks) => {
    before = [talk.nonce, ...before].slice(0, 2);
    const answer = talk.ask(folder, command, sinks);
    const size = folder.length + command.length;
    const { lost, stop } = findLoss({
      ...{ before, talk, stateFile, size },
      isPaused: () => isPaused,
      isAsleep: () => isAsleep(bash.pid) === true,
    });
    let loss: Loss | undefined;
    // Until it has run something a shell is starting, which may take its time.
    if (runs > 0)
      void lost.then(async (what) => {
        loss = what;
        await kill();
      });
    try {
      const reply = await answer;
      if (loss) await killing;
      // It may have come after all.
      if (loss === "question" && (reply || reached !== "waiting")) loss = "reply";
      if (loss === "reply" && reply) loss = "output";
      return { reply, loss };
    } finally {
      stop();
    }
  };

  const runOnce = async (command: string | Uint8Array, folder: string, sinks: Sinks) => {
    const { reply, loss } = await exchange(command, folder, sinks);
    if (loss === "question") return { end: { kind: "not_received" } as const };
    if (loss === "reply") return { end: { kind: "ended", status: undefined, loss } as const };
    if (!reply) return { end: await ended };
    const [text = "", status, background, path = ""] = reply.fields;
    const [trap = "", body] = /^trap -- ((?:'[^']*'|\\')+) EXIT\n/.exec(text) ?? [];
    if (reply.fields.length !== 4 || (reply.noise !== "" && runs > 0)) {
      await kill();
      return { end: { kind: "failed", reason: meddled } as const };
    }
    runs++;
    if (status === "gone" && path !== folder) {
      await kill();
      return { end: { kind: "not_received" } as const };
    }
    if (status === "gone") return { end: { kind: "gone" } as const };
    functions = text.slice(trap.length);
    survived = talk.nonce;
    if (runs % 64 === 0) stateFile.trim();
    const done = { status: Number(status), folder: path, background: Number(background) || undefined };
    return { end: { kind: "done", ...done, ...(loss === "output" && { loss }) } as const, body };
  };

  const { end } = await runOnce(":", cwd, { onOutput: () => {}, onErrors: () => {} });
  talk.finish();
  const alone = countDescendants(bash.pid);
  if (end.kind !== "done") {
    await kill();
    throw failedShell(end.kind === "failed" ? end.reason : "it ended immediately", launch !== undefined);
  }

  return {
    get isAlive() {
      return isAlive;
    },
    isBrokerNew: bash.isReplaced,
    get overuse() {
      return overuse;
    },
    launch,
    started,
    get hasBackground() {
      return latest !== undefined;
    },
    get functions() {
      return functions;
    },
    hasLeftOvers: () => alone === undefined || (countDescendants(bash.pid) ?? alone) > alone,
    async state() {
      const variables = atEnd ?? (await stateFile.read(survived, () => isAlive));
      return Buffer.concat([variables, Buffer.from(`\n${functions}`)]);
    },
    run(command, folder, sinks) {
      const mine = turn.then(async (): Promise<RunEnd> => {
        const { end, body } = await runOnce(command, folder, sinks);
        if (end.kind !== "done") return end;
        if (body !== undefined && !end.loss) {
          const after = await runOnce(`trap - EXIT; eval ${body}`, end.folder || folder, sinks);
          if (after.end.kind !== "done") return after.end;
        }
        const isNew = end.background !== latest;
        latest = end.background;
        if (isNew) await talk.quiet(50, drain, () => isAsleep(bash.pid) === false);
        talk.finish();
        // Its number means nothing outside of a namespace.
        return isNew && !launch?.killsTree ? end : { ...end, background: undefined };
      });
      turn = mine.catch(() => {});
      return mine;
    },
    takeUnsolicited() {
      bash.drain();
      return talk.takeUnsolicited();
    },
    pause() {
      isPaused = true;
      bash.pause();
    },
    resume() {
      isPaused = false;
      bash.resume();
    },
    dismiss(sinks) {
      talk.finish(sinks);
      bash.input.close();
    },
    kill: () => kill(),
  };
}
