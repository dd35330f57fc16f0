import { isWithin, type Path, type ToolContext } from "@holdall/tool-core";
import { replacedUnreadText, workspaceOf } from "@holdall/tool-kit/file-tools";
import type { BashOutput } from "../../run/bash-output.ts";
import { findPrompt } from "../../text/find-prompt.ts";
import { sizeText } from "../../text/size-text.ts";
import { timeText } from "../../text/time-text.ts";
import { type JustBash, loadJustBash } from "../_load-just-bash.ts";
import { ownCommands } from "../commands/commands.ts";
import { endCommand, evalCommand, foldersCommand, openCommand } from "../commands/inner-commands.ts";
import { createChangeLog } from "../files/changes.ts";
import type { FileContext } from "../files/file-access.ts";
import { createJudge, type Refusal } from "../files/judge.ts";
import { portableFs } from "../files/portable-fs.ts";
import type { PortableSettings } from "../options.ts";
import type { PortableSession } from "../session/session.ts";
import { emptyState } from "../session/variables.ts";
import type { PortableCall } from "./call.ts";
import { showOutput } from "./capture.ts";
import { type Executed, execute } from "./execute.ts";
import { limitedSignal } from "./limited-signal.ts";
import { fetchBy } from "./network.ts";
import { braceAdvice } from "./split-ranges.ts";
import { unknownCommandNotes } from "./unknown-commands.ts";

type RunContext = Pick<ToolContext, "callId" | "cwd" | "decide" | "require" | "sessionId" | "signal" | "state">;

/** Run a command of the portable shell to its end. */
export async function runCommand(
  call: PortableCall,
  session: PortableSession,
  settings: PortableSettings,
  ctx: RunContext,
  stop?: AbortSignal,
): Promise<BashOutput> {
  const library = await loadJustBash();
  const begun = performance.now();
  const limit = limitedSignal(call.timeout, stop ? [stop] : [ctx.signal]);
  const { signal } = limit;
  const notes: string[] = [];
  const note = (text: string) => {
    if (notes.length < maxNotes && !notes.includes(text)) notes.push(text);
  };
  const { client } = settings;
  const backend = workspaceOf(ctx, settings.backend);
  const judge = createJudge({
    backend,
    ctx: { ...ctx, signal },
    readOnly: call.readOnly,
    isBackground: call.isBackground,
    asking: limit.asking,
  });
  const changes = createChangeLog();
  const read = new Set<Path>();
  const replaced = new Set<Path>();
  const files: FileContext = {
    ...{ backend, judge, changes, signal, read, note },
    attributes: session.attributes,
    roots: settings.roots,
    maxFileBytes: settings.limits.fileSize,
    replaces(path) {
      if (!read.has(path) && settings.isKnown?.(ctx, path) === false && !changes.has(path)) replaced.add(path);
    },
  };
  const hasTemp = !settings.roots.some((root) => isWithin("/tmp" as Path, root));
  const scratch = session.scratch(library, hasTemp, innerNames);
  let executed: Executed;
  try {
    executed = await execute(library, {
      ...{ command: call.script, folder: call.folder, settings, signal, note },
      home: ctx.cwd,
      state: call.isFresh ? emptyState : session.state,
      ...portableFs(files, scratch),
      scratch: scratch.fs,
      fetch: call.hasNetwork && client ? fetchBy(client, judge, note, settings.secrets) : undefined,
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    executed = { output: "", errors: "", status: 124, left: undefined };
  } finally {
    limit.close();
    const changed = changes.changes();
    if (changed.length > 0 || changes.lost !== undefined)
      settings.onChanges?.({ files: changed, lost: changes.lost }, ctx);
  }
  if (!stop) ctx.signal.throwIfAborted();
  const isOver = !signal.aborted;
  if (!call.isBackground) keepState(call, session, executed, ctx.cwd);
  const keep = async (bytes: Uint8Array) => {
    const path = await settings.keepOutput?.(bytes, ctx);
    // Commands have a `/tmp` of their own, where they find it by the same path.
    if (path === undefined || (hasTemp && isWithin(path as Path, "/tmp" as Path)))
      return session.keepOutput(bytes, path);
    return path;
  };
  const output = await showOutput(executed.output, settings.maxChars, "output", keep);
  const errorText = isOver ? executed.errors : executed.errors.replace(/bash: execution aborted\n$/, "");
  const errors = await showOutput(errorText, settings.maxChars, "stderr", keep);
  const cwd = session.folder ?? ctx.cwd;
  return {
    command: call.command,
    output: output.text,
    ...(errors.bytes > 0 && { errors: errors.text }),
    status: isOver ? "exited" : limit.isLate ? "timed_out" : "stopped",
    ...(isOver && { exit_code: executed.status }),
    duration_ms: Math.round(performance.now() - begun),
    cwd,
    total_bytes: output.bytes + errors.bytes,
    ...(output.path !== undefined && { output_path: output.path }),
    notes: [
      ...call.notes,
      ...session.news.splice(0),
      ...output.notes,
      ...errors.notes,
      ...(isOver ? [] : stopNotes(call, settings, limit.isLate, output.bytes)),
      ...(isOver && !executed.left && !call.isBackground ? [endedNote(cwd)] : []),
      ...promptNotes(executed, output.text),
      ...refusalNotes(judge.refusals.filter(({ path }) => !isIgnoreFileAbove(path, settings.roots))),
      ...(replaced.size > 0 ? [replacedUnreadText([...replaced])] : []),
      ...(/^bash: .*\bbrace expansion\b/m.test(errorText) ? [braceAdvice] : []),
      ...unknownCommandNotes(errorText, commandsOf(library, call.hasNetwork)),
      ...notes,
    ],
  };
}

const maxNotes = 10;

/** Commands beside those of the interpreter. */
const innerNames = [...Object.keys(ownCommands), "trap", endCommand, evalCommand, openCommand, foldersCommand];

/** The names of all commands that are not of the shell itself. */
const commandsOf = ({ getCommandNames }: JustBash, hasNetwork: boolean): string[] =>
  [...new Set([...getCommandNames(), ...Object.keys(ownCommands), "trap", ...(hasNetwork ? ["curl"] : [])])]
    .filter((name) => !/^(?:clear|help|history)$/.test(name))
    .sort();

function keepState(call: PortableCall, session: PortableSession, { left }: Executed, root: Path): void {
  if (call.isFresh) {
    session.state = emptyState;
    session.folder = root;
  }
  if (!left) return;
  session.state = left.state;
  if (!call.isElsewhere) session.folder = left.folder;
}

const endedNote = (cwd: Path) =>
  `The command ended the shell: the next command starts in ${cwd}, with the variables and functions from before this command.`;

function stopNotes(
  { timeout }: PortableCall,
  { maxTimeout }: PortableSettings,
  isLate: boolean,
  bytes: number,
): string[] {
  if (!isLate || timeout === undefined) return [`It was stopped after ${sizeText(bytes)} of output.`];
  return [
    `It timed out after ${timeText(timeout)} and was stopped. For longer work, set timeout (up to ${maxTimeout} ms) or use run_in_background: true, which has no time limit.`,
  ];
}

/** What the policy did not allow, so that a command that hides its errors does not hide that. */
function refusalNotes(refusals: readonly Refusal[]): string[] {
  const shown = refusals
    .slice(0, maxRefusals)
    .map(({ action, path, reason }) => `Not permitted: ${action} ${path}. ${reason}`);
  const more = refusals.length - shown.length;
  return more > 0 ? [...shown, `${more} more accesses were not permitted.`] : shown;
}

/** A file with ignore rules above the roots, for which searches look by themselves. */
const isIgnoreFileAbove = (path: string, roots: readonly Path[]): boolean =>
  /\/\.(?:git|rg)?ignore$/.test(path) && !roots.some((root) => isWithin(path as Path, root));

const maxRefusals = 5;

function promptNotes({ status }: Executed, text: string): string[] {
  const prompt = findPrompt(text);
  if (prompt === undefined || status === 0) return [];
  return [
    `It prompted for input ("${prompt}") and got none, because commands cannot prompt for input. Pipe the answer in.`,
  ];
}
