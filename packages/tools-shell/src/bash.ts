import { ownCommandsOf, type SandboxLevel, sessionNetworkOf } from "@holdall/sandbox/port";
import { analyzeCommand } from "@holdall/shell-analysis";
import {
  type Access,
  defineTool,
  foreignContent,
  type Path,
  planModeKey,
  type Tool,
  type ToolContext,
  ToolError,
  toPath,
} from "@holdall/tool-core";
import { isElsewhere } from "@holdall/tool-kit/file-tools";
import { readHostPattern } from "@holdall/tool-kit/secrets";
import { placeholdersIn, secretFilters } from "@holdall/tool-kit/text";
import { bashSpellings } from "./_bash-aliases.ts";
import { type BashInput, bashInput, bashInputWithEnv, milliseconds } from "./_bash-input.ts";
import { cleanEnvironment } from "./_environment.ts";
import { type CommandCall, settingsOf } from "./_settings.ts";
import { accessOf, analyzeAt } from "./access/access.ts";
import { gitWriteNotes } from "./access/needs-git-write.ts";
import { needsNetwork, networkNeed, unreachedNotes } from "./access/network-need.ts";
import { notAValue } from "./access/not-a-value.ts";
import { judgeReplaced } from "./access/replaced-files.ts";
import { needsTerminal, terminalNeed } from "./access/terminal-need.ts";
import { refusedUnprotected, unprotectedAccess, unprotectedReason } from "./access/unprotected.ts";
import type { ShellToolsOptions } from "./options.ts";
import { type BashOutput, bashOutput } from "./run/bash-output.ts";
import { withHeartbeat } from "./run/heartbeat.ts";
import { renderBash } from "./run/render.ts";
import { runForeground } from "./run/run-foreground.ts";
import { timeLimit } from "./run/time-limit.ts";
import { withSettling } from "./run/with-settling.ts";
import { accessOfSecrets, hostsOfSecrets, requireMasking, secretNotes, secretsOf } from "./secrets/command-secrets.ts";
import { isFolder, missingCwd } from "./shell/missing-cwd.ts";
import { type SessionShell, sessionShellKey } from "./shell/session-shell.ts";
import { startTask } from "./tasks/start-task.ts";

export type { BashInput } from "./_bash-input.ts";

/** The hosts that a command names. A sandbox would refuse the command for what is no host, such as `*`. */
const hostsOf = (command: string, folder: Path): string[] =>
  analyzeCommand(command, { cwd: folder }).effects.flatMap(({ action, target }) =>
    action === "network" && readHostPattern(target) ? [target] : [],
  );

type Stateful = Pick<ToolContext, "cwd" | "state">;

/** Where a call would run, and which functions it would find there. */
interface CommandLocation {
  readonly folder: Path;
  readonly functions: string;
  readonly level: SandboxLevel;
  readonly isPlanning: boolean;
}

/** Create the tool `bash`: runs a command in the session's shell, which keeps its folder, variables and functions between calls. */
export function bash(options: ShellToolsOptions = {}): Tool<BashInput, BashOutput, "bash", BashInput> {
  const settings = settingsOf(options);
  const { sandbox, level: ownLevel, readsOnly, replacing, domains, timeout: usual, progressEvery, secrets } = settings;
  if (ownLevel === "read_only" && !sandbox) throw needsSandbox();
  const key = sessionShellKey(options);
  const environment = cleanEnvironment(options.env);
  const [home, exported] = [environment.HOME, Object.keys(environment)];

  /** The session's shell is confined to a level of its own; where nothing is confined, it is good for all. */
  const ownShell = (level: SandboxLevel, { permissions, env }: BashInput) =>
    env !== undefined || ((permissions !== undefined || level !== ownLevel) && sandbox?.confines(ownLevel) === true);

  /** How far a call reaches, now. */
  const levelOf = ({ permissions }: BashInput, isPlanning: boolean): SandboxLevel =>
    permissions ?? ((readsOnly() || isPlanning) && sandbox?.confines("read_only") ? "read_only" : ownLevel);

  const locationOf = (call: BashInput, at: Stateful): CommandLocation => {
    const shell = at.state(key);
    const folder = (call.fresh ? undefined : shell.folder) ?? at.cwd;
    const { active: isPlanning } = at.state(planModeKey);
    const level = levelOf(call, isPlanning);
    return {
      folder: call.cwd === undefined ? folder : toPath(call.cwd, folder),
      functions: call.fresh || ownShell(level, call) ? "" : shell.functions,
      level,
      isPlanning,
    };
  };

  const analyze = (call: BashInput, place: CommandLocation, root: Path) =>
    analyzeAt(secretsOf(call, place.level, secrets).text, { ...place, root, home, exported });

  const hasNoNetwork = (level: SandboxLevel): boolean =>
    level !== "all" && level !== "network" && sandbox?.confines(level) === true;

  const accessesOf = (call: BashInput, place: CommandLocation, root: Path): Access[] => {
    const analysis = analyze(call, place, root);
    const there: Access[] = call.cwd === undefined ? [] : [{ action: "read", target: place.folder, cwd: place.folder }];
    const { names } = secretsOf(call, place.level, secrets);
    return [...accessOf(analysis, place.level, sandbox), ...accessOfSecrets(names, secrets), ...there];
  };

  const run = (planned: CommandCall, shells: SessionShell, ctx: ToolContext) =>
    planned.isLong
      ? withHeartbeat(startTask(planned, shells, settings, ctx), progressEvery, () => ({ message: "Starting." }))
      : runForeground(planned, shells, settings, ctx);

  const judge = (call: BashInput, place: CommandLocation, ctx: ToolContext) =>
    replacing && place.level !== "read_only" ? judgeReplaced(analyze(call, place, ctx.cwd), replacing, ctx) : undefined;

  /** Commands of a session with files of its own see a copy of them, which only a sandbox can show. */
  function checkElsewhere(call: BashInput, at: Stateful): void {
    const level = levelOf(call, at.state(planModeKey).active);
    if (level === "all") throw worksElsewhere("the sandbox, which `all` leaves");
    if (!ownCommandsOf(at) || !sandbox?.replacesRoots || !sandbox.confines(level))
      throw worksElsewhere("a sandbox that shows them a copy of its files, and none does here");
  }

  return defineTool({
    name: "bash",
    category: "shell",
    description: "Run a command in the session's bash.",
    guidance: [
      "For programs: builds, tests, git, package managers.",
      "Use {read_file} instead of cat and head.",
      "Use {grep_files} and {glob_files} instead of grep and find.",
      `Use {edit_file} and {write_file} instead of sed and echo${replacing?.isKept ? "; {undo} gives back files replaced unread" : ""}.`,
      "One shell serves the session: `cd` and `export` persist, options (`set -e`) and aliases do not; `fresh` starts a new shell.",
      "Commands cannot prompt: pass `--yes` or `-m`, or pipe the answer in.",
      "Run servers and long work in the background, not with `&`; {task_output} reads the output, {task_stop} stops it.",
      "If the sandbox denied something, call again with the `permissions` it needs: network, git_write (files in .git), or all (no sandbox).",
    ].join("\n"),
    examples: ["run the tests", "install the dependencies", "what is in this folder", "start the development server"],
    input: (secrets ? bashInputWithEnv : bashInput).extend({
      timeout: milliseconds.optional().describe(`ms, default ${usual}`),
    }),
    output: bashOutput,
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
    aliases: bashSpellings,
    access(call, at) {
      if (isElsewhere(at)) checkElsewhere(call, at);
      const place = locationOf(call, at);
      const accesses = accessesOf(call, place, at.cwd);
      return { accesses, prepared: JSON.stringify([place, accesses]) };
    },
    async *execute(call, ctx, judged) {
      const [placeholder] = placeholdersIn(
        ctx.state(secretFilters),
        [call.command, ...Object.values((call as BashInput).env ?? {})].join("\n"),
      );
      if (placeholder !== undefined) throw notAValue(placeholder);
      const shells = ctx.state(key);
      const release = yield* withHeartbeat(shells.acquire(ctx.signal), progressEvery, () => ({
        message: "Waiting for the previous command.",
      }));
      try {
        // What ran meanwhile may have moved the shell, put a link in place, or changed what the command is about: then
        // another one was judged.
        const place = locationOf(call, ctx);
        const accesses = accessesOf(call, place, ctx.cwd);
        if (judged !== JSON.stringify([place, accesses])) await ctx.require(...accesses);
        ctx.signal.throwIfAborted();
        const analysis = analyze(call, place, ctx.cwd);
        const screen = terminalNeed(analysis);
        if (screen !== undefined) throw needsTerminal(screen);
        const need = hasNoNetwork(place.level) ? networkNeed(analysis, place.folder) : undefined;
        if (need !== undefined) throw needsNetwork(need, place.level);
        const { names } = secretsOf(call, place.level, secrets);
        requireMasking(names, place.level, sandbox);
        if (place.level === "network") ctx.state(foreignContent).add("bash");
        shells.sessionId = ctx.sessionId;
        shells.wasPermitted ??= options.reclaimProtected?.permittedIn(ctx);
        shells.network ??= sessionNetworkOf(ctx);
        const replaced = judge(call, place, ctx);
        const planned = plan(call, place, shells.folder ?? ctx.cwd, originOf(accesses, place));
        const own = ownCommandsOf(ctx);
        shells.replaced = await own?.prepare(ctx.signal);
        if (!own && !isFolder(place.folder)) throw missingCwd(planned, shells, ctx.cwd);
        if (call.fresh) {
          await shells.drop("forget state");
          shells.folder = ctx.cwd;
        }
        try {
          const output = yield* withSettling(run(planned, shells, ctx), own, ctx);
          const notes = [
            ...output.notes,
            ...(replaced?.notes(planned.isLong ? "all" : "changed") ?? []),
            ...(hasNoNetwork(place.level) ? unreachedNotes(analysis, output, place.level) : []),
            ...gitWriteNotes(analysis, output, place.level),
          ];
          return { ...output, notes };
        } catch (error) {
          const reason = unprotectedReason(error);
          if (reason === undefined || names.length > 0 || own) throw error;
          await ctx.require(...accessesOf(call, place, ctx.cwd), unprotectedAccess).catch((cause: unknown) => {
            throw ToolError.is(cause) && cause.code === "permission_denied" ? refusedUnprotected(reason, cause) : cause;
          });
          return yield* run(unprotected(planned, reason), shells, ctx);
        }
      } finally {
        release();
      }
    },
    render: renderBash,
  });

  function plan(
    call: BashInput,
    { folder, level }: CommandLocation,
    stays: Path,
    origin: string | undefined,
  ): CommandCall {
    const { command, description, cwd } = call;
    const isLong = call.run_in_background === true;
    const { timeout, notes: timeNotes } = timeLimit(call.timeout, settings);
    const own = secretsOf(call, level, secrets);
    const notes = [...(isLong ? [] : timeNotes), ...secretNotes(own, secrets)];
    return {
      command,
      description,
      folder,
      home: stays,
      isElsewhere: cwd !== undefined,
      level,
      isLong,
      isOwn: ownShell(level, call),
      domains:
        level === "network" ? [...domains, ...hostsOf(own.text, folder), ...hostsOfSecrets(own.names, secrets)] : [],
      timeout,
      origin,
      secrets: own,
      notes,
    };
  }
}

/** What counts as reading text of others in a call that waits counts in the output of a task as well. */
const originOf = (accesses: readonly Access[], { level }: CommandLocation): string | undefined =>
  accesses.find(({ action }) => action === "network")?.target ?? (level === "network" ? "bash" : undefined);

const worksElsewhere = (reason: string) =>
  new ToolError("unsupported", `Commands of an isolated agent need ${reason}. It was not run.`, {
    hint: "Do it with file tools, or report what is to be run: the agent that started you can run it after the merge.",
  });

/** The same without a sandbox, in a shell of its own. */
const unprotected = (planned: CommandCall, reason: string): CommandCall => ({
  ...planned,
  level: "all",
  isOwn: true,
  notes: [
    ...planned.notes,
    `It ran without a sandbox, because the sandbox cannot protect every path that must be protected: ${reason}.`,
  ],
});

const needsSandbox = () =>
  new ToolError("invalid_input", "The level read_only requires a sandbox.", {
    hint: "Pass a sandbox that confines read_only, or omit `level`.",
  });
