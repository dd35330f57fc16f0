import type { OffloadPlace } from "@holdall/compaction";
import type { Preset } from "@holdall/presets";
import { type Session, ToolError, type ToolEvent } from "@holdall/tool-core";
import type { Deferral } from "../config/defer-tools.ts";
import { eventRenderer } from "../render/events.ts";
import { followRunning } from "../render/running.ts";
import { styleFor } from "../render/style.ts";
import type { AgentLog } from "./agent-log.ts";
import { chatActions } from "./chat-actions.ts";
import type { OpenChatCheckpoints } from "./chat-checkpoints.ts";
import type { StoredChat } from "./chat-store.ts";
import { compactionLines } from "./compaction-lines.ts";
import { createCompactor } from "./compactor.ts";
import { completeLine } from "./complete-line.ts";
import { failureLines } from "./failure-lines.ts";
import type { LiveModel } from "./live-model.ts";
import type { ChatRules } from "./live-rules.ts";
import { openHost } from "./open-host.ts";
import { followQuestions } from "./open-questions.ts";
import { pickAt } from "./pick.ts";
import type { ProjectNotes } from "./project-notes.ts";
import { about, type ChatState, modes, slashCommand } from "./slash-commands.ts";
import { takeTurn } from "./take-turn.ts";
import { talk } from "./talk.ts";
import type { Terminal } from "./terminal.ts";
import { noTokens, sumTokens } from "./tokens.ts";
import { createTranscript } from "./transcript.ts";
import { createTurnFacts } from "./turn-facts.ts";
import type { TypedHistory } from "./typed-history.ts";

export interface ChatOptions extends Deferral {
  readonly terminal: Terminal;
  readonly live: LiveModel;
  readonly preset: Preset;
  readonly rules: ChatRules;
  readonly chat: StoredChat;
  /** What was typed about this place before. */
  readonly history: TypedHistory;
  /** Where the conversations about this place are kept. */
  readonly folder: string;
  /** Opens the checkpoints of a session, or in words why there are none. */
  readonly checkpoints: OpenChatCheckpoints | string;
  /** Where a compaction keeps what it removes. */
  readonly offload: OffloadPlace | undefined;
  /** Registers a listener for the sessions of agents. */
  readonly onAgentSession: (listener: (session: Session) => void) => void;
  /** Registers the source of the files that the model learned from a compaction. */
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

/**
 * Talk until the person leaves. Resolves to the exit code: 1 if the last turn failed without a user, 130 for Ctrl-C.
 */
export async function runChat(options: ChatOptions): Promise<number> {
  const { terminal, live, preset, rules, history, folder, agents, offload, retries } = options;
  const { screen, hasPerson } = terminal;
  const style = styleFor(screen);
  const facts = createTurnFacts();
  const { typeAhead } = terminal.keys ?? {};
  const transcript = createTranscript({ ...terminal, facts: facts.text, below: typeAhead?.lines });
  typeAhead?.onChange(transcript.redraw);
  const draw = eventRenderer(screen, preset.cwd, { folds: true });
  const running = followRunning(preset.cwd);
  const show = (lines: readonly string[]) => transcript.lines(lines);
  const showError = (before: string, { message, hint = "" }: ToolError) =>
    show(failureLines({ message: `${before}${message}`, hint }, screen));
  const questions = followQuestions();
  const onEvent = (event: ToolEvent) => {
    preset.onEvent?.(event);
    questions.follow(event);
    const lines = draw(event);
    const isElsewhere =
      (event.type === "call-progress" && (terminal.isLive || screen.spoken)) || // below, where it goes away again
      (event.type === "permission-request" && hasPerson); // in the question itself
    if (!isElsewhere) show(lines);
    const { what, detail } = running(event);
    if (turn.isRunning()) transcript.status(what, detail);
  };
  let tokens = noTokens;
  /** What the model gets with the next message. */
  let news: string[] = [];
  const open = openHost({
    terminal,
    transcript,
    preset,
    rules,
    checkpoints: typeof options.checkpoints === "string" ? undefined : options.checkpoints,
    onEvent,
    onProblem: showError,
  });
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
    live,
    retries,
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
    transcript,
  });
  const state: ChatState = {
    get session() {
      return current.session;
    },
    preset,
    screen,
    agents,
    live,
    pick: pickAt(terminal),
    fill: compactor.fill,
    tokens: () => sumTokens(tokens, agents.tokens()),
    get mode() {
      return rules.mode;
    },
    set mode(mode) {
      rules.mode = mode;
    },
    ...actions,
  };
  const turn = takeTurn({
    ...options,
    transcript,
    compactor,
    facts,
    current: () => current,
    notes: options.notes,
    takeNews: () => news.splice(0),
    save,
  });

  const words = { ...Object.fromEntries(Object.keys(about).map((name) => [name, []])), mode: modes, plan: ["off"] };
  const typing = { history: history.list, complete: completeLine(words, preset), escape: "/rewind" };
  let failed = false;
  const hear = async (said: string): Promise<number | undefined> => {
    if (hasPerson) history.add(said);
    const answer = await slashCommand(said, state);
    if (answer === "exit") return 0;
    if (answer) {
      show(answer);
      return undefined;
    }
    const end = await turn.take(said);
    if (end === "leave") return 130;
    tokens = sumTokens(tokens, end.tokens);
    failed = end.reason === "failed";
    if (end.reason !== "done") typeAhead?.unqueue(); // what was typed may no longer fit
    return undefined;
  };
  try {
    const code = await talk({ terminal, typing, show, first: options.first, hear });
    return code === 130 ? code : failed && !hasPerson ? 1 : 0;
  } finally {
    await current[Symbol.asyncDispose]();
  }
}
