import type { Preset } from "@holdall/presets";
import { openSession, ToolError, type ToolEvent } from "@holdall/tool-core";
import { foreignContent } from "@holdall/tool-core/foreign-content";
import type { ModelMessage } from "ai";
import type { Deferral } from "../config/defer-tools.ts";
import { eventRenderer } from "../render/events.ts";
import type { Screen } from "../render/screen.ts";
import { styleFor } from "../render/style.ts";
import { counted, duration, wrap } from "../render/text.ts";
import { askAtTerminal } from "./approvals.ts";
import { askForServer } from "./ask-for-server.ts";
import type { StoredChat } from "./chat-store.ts";
import type { ChatRules } from "./live-rules.ts";
import type { Model } from "./load-model.ts";
import { noTokens, runTurn, sumTokens, type TurnEnd } from "./run-turn.ts";
import { type ChatState, slashCommand } from "./slash-commands.ts";
import { interrupted, type Terminal } from "./terminal.ts";
import { tokensText } from "./tokens-text.ts";
import { createTranscript } from "./transcript.ts";

export interface ChatOptions extends Deferral {
  readonly terminal: Terminal;
  readonly model: Model;
  readonly preset: Preset;
  readonly rules: ChatRules;
  readonly chat: StoredChat;
  readonly maxSteps: number;
  readonly retries: number;
  /** What is said first, before the person is asked. */
  readonly first?: string | undefined;
}

/** Talk until the person leaves. Resolves to the exit code: 1 when the last turn failed and nobody was there, 130 for Ctrl-C. */
export async function runChat(options: ChatOptions): Promise<number> {
  const { terminal, model, preset, rules, chat } = options;
  const { screen, hasPerson } = terminal;
  const style = styleFor(screen);
  const transcript = createTranscript(terminal);
  const draw = eventRenderer(screen, preset.cwd);
  const show = (lines: readonly string[]) => transcript.lines(lines);
  const onEvent = (event: ToolEvent) => {
    preset.onEvent?.(event);
    const lines = draw(event);
    const isElsewhere =
      (event.type === "call-progress" && terminal.isLive) || // below, where it goes away again
      (event.type === "permission-request" && hasPerson); // in the question itself
    if (!isElsewhere) show(lines);
    if (isBusy) transcript.status(waitingFor(event));
  };
  let isBusy = false;
  let tokens = noTokens;
  const ask = askAtTerminal({
    terminal,
    transcript,
    grants: rules.grants(),
    roots: [preset.cwd],
    registry: preset.registry,
    policy: preset.policy,
  });
  const nobody = () => ({ approved: false, reason: "Nobody is there to be asked: stdin is no terminal." });
  await using session = openSession(preset.registry, {
    ...preset,
    onEvent,
    approve: hasPerson ? ask : nobody,
    restore: chat.restore,
  });
  if (hasPerson) await askHereForServers();
  const state: ChatState = {
    session,
    preset,
    screen,
    tokens: () => tokens,
    get mode() {
      return rules.mode;
    },
    set mode(mode) {
      rules.mode = mode;
    },
    clear: () => void chat.messages.splice(0),
  };

  const turn = async (content: string): Promise<TurnEnd | "leave"> => {
    const started = performance.now();
    const cancel = new AbortController();
    const leaving = Promise.withResolvers<"leave">();
    using _ = terminal.onInterrupt(() => {
      if (cancel.signal.aborted) leaving.resolve("leave");
      cancel.abort();
    });
    chat.messages.push({ role: "user", content } satisfies ModelMessage);
    session.state(foreignContent).clear();
    isBusy = true;
    transcript.status("the model");
    const { maxSteps, retries, instructions, expose } = options;
    const listener = { text: transcript.text, textEnd: transcript.textEnd };
    const running = runTurn(
      { model, session, instructions, expose, messages: chat.messages, maxSteps, retries, signal: cancel.signal },
      listener,
    );
    const end = await Promise.race([running, leaving.promise]);
    isBusy = false;
    if (end === "leave") return end;
    tokens = sumTokens(tokens, end.tokens);
    if (end.reason === "cancelled") show([style.yellow("  Stopped.")]);
    if (end.failure) show(failureLines(end.failure, screen));
    const facts = [tokensText(end.tokens), counted(end.steps, "answer"), duration(performance.now() - started)];
    show(["", style.dim(`  ${facts.join(" · ")}`)]);
    await chat.save(session).catch((error: unknown) => {
      if (!ToolError.is(error)) throw error;
      show(failureLines({ message: `Not saved: ${error.message}`, hint: error.hint ?? "" }, screen));
    });
    return end;
  };

  /** What MCP servers want to know is asked here; without any, nothing of them is loaded. */
  async function askHereForServers(): Promise<void> {
    if (!preset.registry.tools().some(({ category }) => category === "mcp")) return;
    const { answerQuestions } = await import("@holdall/mcp/client");
    answerQuestions(session, askForServer({ terminal, transcript }));
  }

  let failed = false;
  let warned = false;
  for (let next = options.first; ; next = undefined) {
    if (next !== undefined && terminal.isLive)
      show(["", ...wrap(next, screen.width - 4).map((line) => style.bold(`› ${line}`))]);
    const said = next ?? (await readMessage(terminal, style.bold("› ")));
    if (said === undefined) break;
    if (said === interrupted) {
      if (warned) return 130;
      warned = true;
      show([style.dim("  Ctrl-C again leaves.")]);
      continue;
    }
    warned = false;
    if (said.trim() === "") continue;
    const answer = await slashCommand(said, state);
    if (answer === "exit") break;
    if (answer) {
      show(answer);
      continue;
    }
    const end = await turn(said);
    if (end === "leave") return 130;
    failed = end.reason === "failed";
  }
  return failed && !hasPerson ? 1 : 0;
}

function waitingFor(event: ToolEvent): string {
  if (event.type === "call-progress") return `${event.tool}: ${event.progress.message ?? ""}`;
  return event.type === "call-end" ? "the model" : event.tool;
}

function failureLines({ message, hint }: NonNullable<TurnEnd["failure"]>, screen: Screen): string[] {
  const { red } = styleFor(screen);
  return [
    ...wrap(message, screen.width - 4).map((line, i) => red(i === 0 ? `  ✗ ${line}` : `    ${line}`)),
    ...wrap(hint, screen.width - 6).map((line, i) => (i === 0 ? `    → ${line}` : `      ${line}`)),
  ];
}

const fence = '"""';

/** One message: lines that end in a backslash go on, and so does what stands between three quotes. */
async function readMessage(terminal: Terminal, prompt: string): Promise<string | undefined | typeof interrupted> {
  const first = await terminal.read(`\n${prompt}`);
  if (typeof first !== "string") return first;
  const isFenced = first.trimStart().startsWith(fence);
  let text = isFenced ? first.trimStart().slice(fence.length) : first;
  const goesOn = () => (isFenced ? !text.trimEnd().endsWith(fence) : text.endsWith("\\"));
  while (goesOn()) {
    const line = await terminal.read("… ");
    if (line === interrupted) return line;
    if (line === undefined) break;
    text = `${isFenced ? text : text.slice(0, -1)}\n${line}`;
  }
  return isFenced ? text.replace(/^\n/, "").replace(/\s*"""\s*$/, "") : text;
}
