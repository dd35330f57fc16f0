import type { ReplacedRoot, SandboxLevel, SandboxReport, SessionNetwork } from "@holdall/sandbox/port";
import { notify, type Path, type StateKey, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import { isLinux } from "@holdall/tool-kit/node";
import { cleanEnvironment } from "../_environment.ts";
import { type ProtectedLook, type ReclaimedFiles, reclaimProtected } from "../access/reclaim-protected.ts";
import type { PermittedWrites, ShellToolsOptions } from "../options.ts";
import { defaultLimits } from "../process/watch-usage.ts";
import { overuseText } from "../run/overuse-text.ts";
import { createTurns } from "../run/turns.ts";
import { createPrivateFolder, type PrivateFolder } from "./private-folder.ts";
import { type Shell, startShell } from "./shell.ts";

/** The shell of one session, which outlives its processes. */
export interface SessionShell {
  /** Where the next command starts; until the first, that is for the session to say. */
  folder: Path | undefined;
  sessionId: string;
  /** What the calls of its session may write, from the first one on. */
  wasPermitted: PermittedWrites | undefined;
  /** What its commands share, from its first command on. */
  network: SessionNetwork | undefined;
  /** Copies that its commands see in place of roots. */
  replaced: readonly ReplacedRoot[] | undefined;
  /** What the model must know about the shell before its next result. */
  readonly news: string[];
  readonly files: PrivateFolder;
  readonly functions: string;
  /** Wait until it is one's turn; the result ends the turn. */
  acquire(signal: AbortSignal): Promise<() => void>;
  /** The shell that keeps its state, alive, and holding what is protected now. */
  current(folder: Path, ctx: ToolContext): Promise<Shell>;
  /**
   * Called when a report says that protected files may have been created or changed: reverts what is not permitted and notifies the host. The next command gets a new shell that protects them. `ran` is the session's shell if it was the one: it ends before anything is moved.
   */
  settleChanges(
    ran: Shell | undefined,
    report: SandboxReport | undefined,
    look: Pick<ProtectedLook, "moment" | "since">,
    ctx?: ToolContext,
  ): Promise<ReclaimedFiles>;
  /** A command of the session's shell is over: it may have left something running. */
  settle(): void;
  /** Another shell, at a level of its own. With `state` it starts with that of the current one. */
  start(
    folder: Path,
    level: SandboxLevel,
    domains: readonly string[],
    withState: boolean,
    ctx: ToolContext,
    secretNames?: readonly string[],
  ): Promise<Shell>;
  /** The current shell has ended or is not wanted any more. */
  drop(how: "keep state" | "forget state"): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** The key under which a session keeps its shell. */
export function sessionShellKey(options: ShellToolsOptions): StateKey<SessionShell> {
  return {
    name: "shell",
    create: () => createSessionShell(options, undefined),
    dispose: (shell) => shell.close(),
    snapshot: ({ folder }) => ({ folder: folder ?? null }),
    restore(json) {
      const { folder } = Object(json) as { folder?: unknown };
      const shell = createSessionShell(options, typeof folder === "string" ? toPath(folder) : undefined);
      if (shell.folder)
        shell.news.push(`This session continues in a new shell in ${shell.folder}; its variables are lost.`);
      return shell;
    },
  };
}

function createSessionShell(options: ShellToolsOptions, folder: Path | undefined): SessionShell {
  const { sandbox, level: usual = "default", errors = "merged", outputFolder } = options;
  const env = cleanEnvironment(options.env);
  const files = createPrivateFolder(outputFolder);
  const shells = new Set<Shell>();
  let shell: Shell | undefined;
  let saved: Uint8Array = new Uint8Array();
  let functions = "";
  const acquire = createTurns();
  let isClosed = false;
  /** The shell does not hold all that is protected now. */
  let isOutdated = false;
  let hasLeftOvers = false;
  /** Checks whose findings have not been reported yet. */
  const late: Omit<ProtectedLook, "wasPermitted">[] = [];

  const begin = async (cwd: Path, level: SandboxLevel, domains: readonly string[], secretNames?: readonly string[]) => {
    if (isClosed) throw new ToolError("aborted", "The session of this shell is closed.", { hint: "Open a new one." });
    const confined = level === "all" ? undefined : sandbox;
    const network = confined && (await self.network?.open(confined));
    const start = () =>
      startShell({
        ...{ cwd, env, errors, level, domains, sandbox: confined, network, secretNames, replaced: self.replaced },
        limits: limitOptions(options.limits),
        usage: { ...defaultLimits(), ...given(options.limits) },
        folder: files.path,
        readable: [files.outputs],
      });
    // What a sandbox hides may go between its look and its start: then it fails once.
    const started = await start().catch((error) => {
      if (!confined) throw error;
      return start();
    });
    shells.add(started);
    if (started.isBrokerNew) self.news.push("The process that starts commands had ended and was restarted.");
    return started;
  };
  /** Keep what the shell has, or had when it ended. */
  const remember = async () => {
    if (shell) saved = await shell.state();
  };
  const silent = { onOutput: () => {}, onErrors: () => {} };
  /** What was changed since its last command can only be by a command when that left something running. */
  const lookAgain = async (idle: Shell, moment: "between" | "end") => {
    const found = await idle.launch?.report("");
    if (!found || found.tampered.length === 0) return;
    if (hasLeftOvers) late.push({ found, moment, since: idle.started });
    isOutdated = true;
  };
  /** Settle what was found when no call was there to ask. */
  const settleLate = async (ctx?: ToolContext) => {
    for (const { found, moment, since } of late.splice(0)) {
      const { notes } = await settle({ found, since, moment: ctx ? moment : "end" }, ctx);
      self.news.push(...notes);
    }
  };
  const settle = async (look: Omit<ProtectedLook, "wasPermitted">, ctx?: ToolContext) => {
    const settled = await reclaimProtected({ ...look, wasPermitted: self.wasPermitted }, options.reclaimProtected, ctx);
    const { change } = settled;
    if (change && options.onProtectedChange)
      notify(options.onProtectedChange, { ...change, sessionId: self.sessionId });
    return settled;
  };
  /** Replace a shell whose sandbox does not protect everything that is protected now, and stop what runs in it. */
  const renew = async () => {
    if (!shell?.isAlive) return;
    await lookAgain(shell, "between");
    if (!isOutdated) return;
    await stopLeftOvers();
  };
  const stopLeftOvers = () => {
    if (hasLeftOvers)
      self.news.push(
        "Processes that earlier commands left running were stopped, because they could have written protected files.",
      );
    return self.drop("keep state");
  };
  const nothing: ReclaimedFiles = { tampered: [], taken: [], notes: [], change: undefined };

  const self: SessionShell = {
    folder,
    sessionId: "",
    wasPermitted: undefined,
    network: undefined,
    replaced: undefined,
    news: [],
    files,
    get functions() {
      return functions;
    },
    async acquire(signal) {
      const release = await acquire(signal);
      return () => {
        functions = shell?.functions ?? functions;
        release();
      };
    },
    async settleChanges(ran, found, look, ctx) {
      if (!found || found.tampered.length === 0) return nothing;
      isOutdated ||= look.moment === "command";
      // What it has left running could change what is put back.
      if (ran !== undefined && ran === shell && options.reclaimProtected && (found.made?.length ?? 0) > 0)
        await stopLeftOvers();
      return settle({ ...look, found }, ctx);
    },
    settle() {
      hasLeftOvers = shell?.launch !== undefined && shell.isAlive && shell.hasLeftOvers();
    },
    async current(cwd, ctx) {
      await renew();
      await settleLate(ctx);
      if (shell && !shell.isAlive) {
        const why = shell.overuse ? `was stopped: ${overuseText(shell.overuse)}` : "had ended";
        self.news.push(`The shell ${why}; a new one with the same variables and functions was started.`);
        await self.drop("keep state");
      }
      if (shell?.launch?.isCurrent?.() === false) {
        if (shell.hasBackground) self.news.push(outOfDate);
        await self.drop("keep state");
      }
      if (!shell) {
        shell = await begin(cwd, usual, options.domains ?? []);
        isOutdated = false;
        hasLeftOvers = false;
        if (saved.length > 0) await shell.run(saved, cwd, silent);
      }
      return shell;
    },
    async start(cwd, level, domains, withState, ctx, secretNames) {
      await settleLate(ctx);
      if (withState) await remember();
      const started = await begin(cwd, level, domains, secretNames);
      if (withState && saved.length > 0) await started.run(saved, cwd, silent);
      return started;
    },
    async drop(how) {
      if (how === "forget state") {
        saved = new Uint8Array();
        functions = "";
      } else await remember();
      const dropped = shell;
      shell = undefined;
      if (!dropped) return [];
      shells.delete(dropped);
      const wasAlive = dropped.isAlive;
      const left = await dropped.kill();
      // What has ended by itself is reported by the command that ended it.
      if (wasAlive) await lookAgain(dropped, "between");
      return left;
    },
    async close() {
      isClosed = true;
      const last = shell?.isAlive ? shell : undefined;
      await Promise.all(Array.from(shells, (each) => each.kill()));
      if (last) await lookAgain(last, "end");
      await settleLate();
      files.remove();
    },
  };
  return self;
}

const outOfDate =
  "Credentials, a socket or paths of rules that commands must not access appeared or changed. A new shell with the same variables and functions was started; processes that the old shell left running were stopped.";

/** Words for `ulimit`; files count in 1,024 bytes. Where processes are not watched, the user's are counted. */
function limitOptions({ processes, fileSize, cpuTime }: NonNullable<ShellToolsOptions["limits"]> = {}): string {
  const words = [
    processes !== undefined && !isLinux() && `-u ${processes}`,
    fileSize !== undefined && `-f ${Math.ceil(fileSize / 1024)}`,
    cpuTime !== undefined && `-t ${cpuTime}`,
  ];
  return words.filter((word) => word !== false).join(" ");
}

const given = ({ memory, processes }: NonNullable<ShellToolsOptions["limits"]> = {}) => ({
  ...(memory !== undefined && { memory }),
  ...(processes !== undefined && { processes }),
});
