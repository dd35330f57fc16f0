import type { ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { Session } from "@holdall/tool-core";
import type { AgentRequest } from "./request-tool.ts";

/** A call of a tool here that does what another agent is about to do by itself. */
export interface EquivalentCall {
  readonly tool: "read_file" | "write_file" | "delete_file" | "bash" | "web_fetch";
  readonly input: Readonly<Record<string, unknown>>;
}

export interface JudgedRequest {
  readonly effect: "allow" | "ask" | "deny";
  /** Why it is not allowed. */
  readonly reason?: string | undefined;
  /** What is denied, as `action target`. */
  readonly denied: readonly string[];
  readonly request: AgentRequest;
}

/**
 * Judge what another agent is about to do by the rules for the tools here that would do the same. What has no such tool, or does not
 * say what it touches, is asked about.
 */
export async function judgeRequest(
  call: ToolCallUpdate,
  session: Session,
  leavesSandbox: boolean,
): Promise<JudgedRequest> {
  const { calls, isWhole, request } = readRequest(call, leavesSandbox);
  const reasons: string[] = [];
  const denied: string[] = [];
  let effect: JudgedRequest["effect"] = isWhole ? "allow" : "ask";
  if (!isWhole) reasons.push("It does not say all that it touches.");
  for (const { tool, input } of calls) {
    const decision = await session.decide(tool, input);
    if (decision.effect === "allow") {
      // Commands of the session have no network in their sandbox; those of another agent may have.
      const hosts = decision.access.filter(({ action }) => action === "network").map(({ target }) => target);
      if (tool !== "bash" || hosts.length === 0) continue;
      reasons.push(`It would reach ${hosts.join(", ")}.`);
      if (effect === "allow") effect = "ask";
      continue;
    }
    if (decision.effect === "deny") {
      denied.push(...decision.access.map(({ action, target }) => `${action} ${target}`));
      reasons.unshift(decision.reason);
      effect = "deny";
    } else {
      reasons.push(decision.prompt);
      if (effect === "allow") effect = "ask";
    }
  }
  const reason = reasons[0];
  return { effect, reason, denied, request: { ...request, ...(reason !== undefined && { reason }) } };
}

const pathKeys = ["path", "file_path", "filePath", "abs_path", "absolute_path", "notebook_path", "target_file"];
const fromKeys = ["from", "source", "old_path", "source_path"];
const toKeys = ["to", "destination", "new_path", "destination_path"];

interface ReadRequest {
  readonly calls: readonly EquivalentCall[];
  /** Its calls are all that it is about. */
  readonly isWhole: boolean;
  readonly request: AgentRequest;
}

/** What a request is about. Whatever its kind says, a diff is a change and a command is a command. */
export function readRequest(call: ToolCallUpdate, leavesSandbox: boolean): ReadRequest {
  const { kind = "other", title, rawInput, locations } = call;
  const raw = Object(rawInput) as Readonly<Record<string, unknown>>;
  const named = (keys: readonly string[]) => keys.flatMap((key) => (typeof raw[key] === "string" ? [raw[key]] : []));
  const diffs = (call.content ?? []).flatMap((part) => (part.type === "diff" ? [part] : []));
  const all = [...(locations ?? []).map(({ path }) => path), ...diffs.map(({ path }) => path), ...named(pathKeys)];
  const moved = kind === "move" ? [...named(fromKeys), ...named(toKeys)] : [];
  const paths = [...new Set([...all, ...moved])];
  const command = commandOf(raw);
  const changed = new Map(diffs.map(({ path, newText }) => [path, newText]));
  const writing = (path: string): EquivalentCall => ({
    tool: "write_file",
    input: { path, content: changed.get(path) ?? "", overwrite: true },
  });
  const deleting = (path: string): EquivalentCall => ({ tool: "delete_file", input: { path } });
  const reading = (path: string): EquivalentCall => ({ tool: "read_file", input: { path } });
  const byKind: EquivalentCall[] =
    kind === "edit"
      ? paths.map(writing)
      : kind === "delete"
        ? paths.map(deleting)
        : kind === "move"
          ? paths.flatMap((path) => [deleting(path), writing(path)])
          : kind === "read" || kind === "search"
            ? (paths.length > 0 ? paths : ["."]).map(reading)
            : kind === "fetch" && typeof raw.url === "string"
              ? [{ tool: "web_fetch", input: { url: raw.url } }]
              : [];
  const besides: EquivalentCall[] = [
    ...(kind === "edit" || kind === "move" ? [] : [...changed.keys()].map(writing)),
    ...(command === undefined
      ? []
      : [
          {
            tool: "bash" as const,
            // It runs them where no sandbox is, and those of the session run in one.
            input: { command, ...(typeof raw.cwd === "string" && { cwd: raw.cwd }), ...(leavesSandbox && unconfined) },
          },
        ]),
  ];
  const isKnown = kind === "execute" ? command !== undefined : kind === "think" || byKind.length > 0;
  return {
    calls: [...byKind, ...besides],
    isWhole: isKnown,
    request: {
      title: title ?? call.toolCallId,
      kind: kind ?? "other",
      ...(paths.length > 0 && { paths }),
      ...(command !== undefined && { command }),
      ...(rawInput !== undefined && { raw_input: rawInput }),
      ...(diffs.length > 0 && {
        changes: diffs.map(({ path, oldText, newText }) => ({
          path,
          ...(typeof oldText === "string" && { old_text: oldText }),
          new_text: newText,
        })),
      }),
    },
  };
}

const unconfined = { permissions: "all" };

/** A command as a line of a shell. */
function commandOf({ command, cmd, args }: Readonly<Record<string, unknown>>): string | undefined {
  const given = command ?? cmd;
  const words = (value: unknown): string[] =>
    Array.isArray(value) ? value.filter((word) => typeof word === "string") : [];
  if (typeof given === "string") return [given, ...words(args).map(quoteWord)].join(" ");
  return words(given).length > 0 ? words(given).map(quoteWord).join(" ") : undefined;
}

/** A word of a shell. */
export const quoteWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.split("'").join(`'\\''`)}'`;
