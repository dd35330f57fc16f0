import type { OffloadPlace } from "@holdall/compaction";
import type { Preset } from "@holdall/presets";
import { type Session, ToolError, type ToolEvent } from "@holdall/tool-core";
import { foreignContent } from "@holdall/tool-core/foreign-content";
import { answerWith } from "@holdall/tool-core/interact";
import { createSerialQueue } from "@holdall/tool-core/serial-queue";
import type { Deferral } from "../config/defer-tools.ts";
import { eventRenderer } from "../render/events.ts";
import { styleFor } from "../render/style.ts";
import { counted, duration, wrap } from "../render/text.ts";
import type { AgentLog } from "./agent-log.ts";
import { askAtTerminal } from "./approvals.ts";
import { askForServer } from "./ask-for-server.ts";
import { askQuestions } from "./ask-questions.ts";
import { chatActions } from "./chat-actions.ts";
import type { OpenChatCheckpoints } from "./chat-checkpoints.ts";
import { type ChatSession, openChatSession } from "./chat-session.ts";
import type { StoredChat } from "./chat-store.ts";
import { compactionLines } from "./compaction-lines.ts";
import { createCompactor } from "./compactor.ts";
import { failureLines } from "./failure-lines.ts";
import type { ChatRules } from "./live-rules.ts";
import type { Model } from "./load-model.ts";
import { followQuestions } from "./open-questions.ts";
import { packMessages } from "./pack-messages.ts";
import type { ProjectNotes } from "./project-notes.ts";
import { readMessage } from "./read-message.ts";
import { remindTodos } from "./remind-todos.ts";
import { runTurn, type TurnEnd } from "./run-turn.ts";
import { type ChatState, slashCommand } from "./slash-commands.ts";
import { interrupted, type Terminal } from "./terminal.ts";
import { noTokens, sumTokens, tokensText } from "./tokens.ts";
import { createTranscript } from "./transcript.ts";

export interface ChatOptions extends Deferral {
  readonly terminal: Terminal;
  readonly model: Model;
  readonly preset: Preset;
  readonly rules: ChatRules;
  readonly chat: StoredChat;
  /** Where the conversations about this place are kept. */
  readonly folder: string;
  /** Opens the checkpoints of a session, or in words why there are none. */
  readonly checkpoints: OpenChatCheckpoints | string;
  /** Tokens of the model's context. */
  readonly window: number;
  /** Where a compaction keeps what it removes. */
  readonly offload: OffloadPlace | undefined;
  /** Gets whoever wants to hear of the sessions of agents. */
  readonly onAgentSession: (listener: (session: Session) => void) => void;
  /** Gets what knows the files that the model was told of by a compaction. */
  readonly onMessages: (messages: () => StoredChat["messages"]) => void;
  /** What the project says to agents; undefined where that is not wanted. */
  readonly notes?: ProjectNotes | undefined;
  /** What has become of the agents that the model started. */
  readonly agents: AgentLog;
  readonly maxSteps: number;
  readonly retries: number;
  /** What is said first, before the person is asked. */
  readonly first?: string | undefined;
}

/** Talk until the person leaves. Resolves to the exit code: 1 when the last turn failed and nobody was there, 130 for Ctrl-C. */
export async function runChat(options: ChatOptions): Promise<number> {
  const { terminal, model, preset, rules, folder, agents, window, offload, retries } = options;
  const { screen, hasPerson } = terminal;
  const style = styleFor(screen);
  const transcript = createTranscript(terminal);
  const draw = eventRenderer(screen, preset.cwd);
  const show = (lines: readonly string[]) => transcript.lines(lines);
  const showError = (before: string, { message, hint = "" }: ToolError) =>
    show(failureLines({ message: `${before}${message}`, hint }, screen));
  const questions = followQuestions();
  const onEvent = (event: ToolEvent) => {
    preset.onEvent?.(event);
    questions.follow(event);
    const lines = draw(event);
    const isElsewhere =
      (event.type === "call-progress" && terminal.isLive) || // below, where it goes away again
      (event.type === "permission-request" && hasPerson); // in the question itself
    if (!isElsewhere) show(lines);
    if (isBusy) transcript.status(waitingFor(event));
  };
  let isBusy = false;
  let tokens = noTokens;
  /** What the model is told of with the next message. */
  let news: string[] = [];
  const inTurn = createSerialQueue();
  const ask = askAtTerminal({
    terminal,
    transcript,
    inTurn,
    grants: rules.grants(),
    roots: [preset.cwd],
    registry: preset.registry,
    policy: preset.policy,
  });
  const nobody = () => ({ approved: false, reason: "Nobody is there to be asked: stdin is no terminal." });

  const open = async (chat: StoredChat): Promise<ChatSession> => {
    const opened = await openChatSession(chat, {
      preset,
      rules,
      checkpoints: typeof options.checkpoints === "string" ? undefined : options.checkpoints,
      onEvent,
      approve: hasPerson ? ask : nobody,
      onProblem: (error) => showError("No checkpoints are kept: ", error),
    });
    const { recovered } = opened.checkpoints ?? {};
    if (recovered) show([`  Going back to ${recovered.checkpoint} had been cut short, and was ${recovered.ended}.`]);
    if (hasPerson) {
      answerWith(opened.session, askQuestions({ terminal, transcript, inTurn }));
      await askHereForServers(opened.session);
    }
    return opened;
  };
  /** What MCP servers want to know is asked here; without any, nothing of them is loaded. */
  async function askHereForServers(session: Session): Promise<void> {
    if (!preset.registry.tools().some(({ category }) => category === "mcp")) return;
    const { answerQuestions } = await import("@holdall/mcp/client");
    answerQuestions(session, askForServer({ terminal, transcript, inTurn }));
  }

  let current = await open(options.chat);
  const change = async (chat: StoredChat, { keepsSession = false } = {}) => {
    news = [];
    if (keepsSession) current = { ...current, chat };
    else {
      await current[Symbol.asyncDispose]();
      current = await open(chat);
    }
  };
  const messages = () => current.chat.messages;
  options.onAgentSession((session) => current.checkpoints?.attach(session));
  options.onMessages(messages);
  const compactor = createCompactor({
    model,
    retries,
    window,
    offload,
    session: () => current.session,
    messages,
    grants: () =>
      rules
        .grants()
        .rules()
        .flatMap(({ allow = [] }) => allow),
    questions: questions.list,
    onCompaction: (done) => show(compactionLines(done).map((line) => style.dim(`  ${line}`))),
    onProblem: (error) => showError("", error),
    onTokens: (used) => {
      tokens = sumTokens(tokens, used);
    },
  });
  const save = async () => {
    await current.chat.save(current.session).catch((error: unknown) => {
      if (!ToolError.is(error)) throw error;
      showError("Not saved: ", error);
    });
  };
  const actions = chatActions({
    terminal,
    folder,
    cwd: preset.cwd,
    checkpoints: options.checkpoints,
    current: () => current,
    change,
    compactor,
    save,
    tell: (line) => void news.push(line),
    show,
    showError,
    showStatus: transcript.status,
  });

  const state: ChatState = {
    get session() {
      return current.session;
    },
    preset,
    screen,
    agents,
    tokens: () => sumTokens(tokens, agents.tokens()),
    get mode() {
      return rules.mode;
    },
    set mode(mode) {
      rules.mode = mode;
    },
    ...actions,
  };

  const turn = async (said: string): Promise<TurnEnd | "leave"> => {
    const started = performance.now();
    const cancel = new AbortController();
    const leaving = Promise.withResolvers<"leave">();
    using _ = terminal.onInterrupt(() => {
      if (cancel.signal.aborted) leaving.resolve("leave");
      cancel.abort();
    });
    const { session, checkpoints } = current;
    checkpoints?.beginTurn({ label: said.trim().split("\n")[0] ?? "", messages: packMessages(messages()) });
    const told = news.map((line) => `[Said by the program, not by the user: ${line}]\n`).join("");
    news = [];
    isBusy = true;
    const notes = await options.notes?.before(session, messages());
    if (notes?.line) show([style.dim(`  ${notes.line}`)]);
    messages().push({
      role: "user",
      content: `${notes?.text ?? ""}${told}${said}`,
      providerOptions: { holdall: { said } },
    });
    session.state(foreignContent).clear();
    transcript.status("the model");
    const { maxSteps, instruct, expose } = options;
    const listener = { text: transcript.text, textEnd: transcript.textEnd, step: compactor.count };
    const { signal } = cancel;
    const running = runTurn(
      {
        model,
        session,
        instructions: instruct,
        expose,
        messages: messages(),
        maxSteps,
        retries,
        signal,
        makeRoom: compactor.beforeAnswer,
        onOverflow: compactor.afterOverflow,
        remind: () => remindTodos(session, messages()),
      },
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
    await save();
    return end;
  };

  let failed = false;
  let warned = false;
  try {
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
  } finally {
    await current[Symbol.asyncDispose]();
  }
}

function waitingFor(event: ToolEvent): string {
  if (event.type === "call-progress") return `${event.tool}: ${event.progress.message ?? ""}`;
  return event.type === "call-end" ? "the model" : event.tool;
}
