import { type AgentLog, type ChatEvent, type ChatOptions, type ChatRules, openChat, sumTokens } from "@holdall/chat";
import type { Preset } from "@holdall/presets";
import { planModeKey, type Session, type ToolError, type ToolEvent } from "@holdall/tool-core";
import type { Deferral } from "../config/tools/defer-tools.ts";
import { eventRenderer } from "../render/result/events.ts";
import { followRunning } from "../render/result/running.ts";
import { styleFor } from "../render/style.ts";
import { wrap } from "../render/text.ts";
import { terminalApprover } from "./approve/terminal-approver.ts";
import { chatActions } from "./chat-actions.ts";
import type { LiveModel } from "./model/live-model.ts";
import { compactionLines } from "./screen/compaction-lines.ts";
import { completeLine } from "./screen/complete-line.ts";
import { failureLines } from "./screen/failure-lines.ts";
import { followOutput } from "./screen/live-output.ts";
import { modeSign } from "./screen/mode-sign.ts";
import { pickAt } from "./screen/pick.ts";
import { showThinking } from "./screen/show-thinking.ts";
import type { Terminal } from "./screen/terminal.ts";
import { createTranscript } from "./screen/transcript.ts";
import { createTurnFacts } from "./screen/turn-facts.ts";
import type { TypedHistory } from "./screen/typed-history.ts";
import { about, type ChatState, modes, slashCommand } from "./slash-commands.ts";
import { takeTurn } from "./take-turn.ts";
import { talk } from "./talk.ts";

export interface TalkOptions
  extends Deferral,
    Pick<ChatOptions, "offload" | "notes" | "maxSteps" | "retries">,
    Required<Pick<ChatOptions, "chat">> {
  readonly terminal: Terminal;
  readonly live: LiveModel;
  readonly preset: Preset;
  readonly rules: ChatRules;
  /** What was typed about this place before. */
  readonly history: TypedHistory;
  /** Where the conversations about this place are kept. */
  readonly folder: string;
  /** Opens the checkpoints of a session, or in words why there are none. */
  readonly checkpoints: NonNullable<ChatOptions["checkpoints"]> | string;
  /** Registers a listener for the sessions of agents. */
  readonly onAgentSession: (listener: (session: Session) => void) => void;
  /** Registers the source of the files that the model learned from a compaction. */
  readonly onMessages: (messages: () => NonNullable<ChatOptions["chat"]>["messages"]) => void;
  /** What has become of the agents that the model started. */
  readonly agents: AgentLog;
  /** What is said first, before the person is asked. */
  readonly first?: string | undefined;
}

/**
 * Talk until the person leaves. Resolves to the exit code: 1 if the last turn failed without a user, 130 for Ctrl-C.
 */
export async function runChat(options: TalkOptions): Promise<number> {
  const { terminal, live, preset, rules, history, folder, agents, checkpoints, instruct, expose } = options;
  const { screen, hasPerson } = terminal;
  const style = styleFor(screen);
  const facts = createTurnFacts();
  const { typeAhead } = terminal.keys ?? {};
  const output = followOutput(screen);
  const below = (width: number) => [...output.lines(width), ...(typeAhead?.lines(width) ?? [])];
  const transcript = createTranscript({ ...terminal, facts: facts.text, below });
  typeAhead?.onChange(transcript.redraw);
  const draw = eventRenderer(screen, preset.cwd, { folds: true });
  const running = followRunning(preset.cwd);
  const show = (lines: readonly string[]) => transcript.lines(lines);
  const dim = (text: string) => show(wrap(text, screen.width - 2).map((line) => style.dim(`  ${line}`)));
  const showError = ({ message, hint = "" }: ToolError, before = "") =>
    show(failureLines({ message: `${before}${message}`, hint }, screen));
  const thinking = showThinking({ terminal, transcript });
  /** A turn is running: what is waited for is on the last line. */
  let isWaiting = false;
  const onCall = (event: ToolEvent) => {
    const kept = output.follow(event);
    const lines = [...draw(event), ...kept];
    const isElsewhere =
      (event.type === "call-progress" && (terminal.isLive || screen.spoken)) || // below, where it goes away again
      (event.type === "permission-request" && hasPerson); // in the question itself
    if (!isElsewhere) show(lines);
    const { what, detail } = running(event);
    if (isWaiting) transcript.status(what, detail);
  };
  const onEvent = (event: ChatEvent) => {
    if (event.type === "tool") onCall(event.event);
    if (event.type === "text") transcript.text(event.text);
    if (event.type === "text-end") transcript.textEnd();
    if (event.type === "reasoning" && isWaiting) thinking.add(event.text);
    if (event.type === "reasoning-end") thinking.end(event.text);
    if (event.type === "usage") facts.step(event.tokens);
    if (event.type === "note") dim(event.text);
    if (event.type === "compaction") show(compactionLines(event.compaction).map((line) => style.dim(`  ${line}`)));
    if (event.type === "problem") showError(event.error, event.what === undefined ? "" : `${event.what}: `);
    if (event.type === "turn-start") {
      facts.begin();
      transcript.status("the model");
    }
  };
  await using chat = await openChat({
    ...options,
    tools: { ...preset, instruct, expose },
    model: live,
    onEvent,
    person: terminalApprover({ terminal, transcript, registry: preset.registry }),
    checkpoints: typeof checkpoints === "string" ? undefined : checkpoints,
  });
  options.onAgentSession((session) => chat.checkpoints?.attach(session));
  options.onMessages(() => chat.current.messages);
  const noCheckpoints = typeof checkpoints === "string" ? checkpoints : "No checkpoints are kept.";
  const actions = chatActions({ chat, terminal, folder, cwd: preset.cwd, noCheckpoints, show, showError, transcript });
  const state: ChatState = {
    get session() {
      return chat.session;
    },
    preset,
    screen,
    agents,
    live,
    pick: pickAt(terminal),
    fill: chat.fill,
    tokens: () => sumTokens(chat.tokens(), agents.tokens()),
    get mode() {
      return rules.mode;
    },
    set mode(mode) {
      rules.mode = mode;
    },
    ...actions,
  };

  const words = { ...Object.fromEntries(Object.keys(about).map((name) => [name, []])), mode: modes, plan: ["off"] };
  const typing = { history: history.list, complete: completeLine(words, preset), escape: "/rewind" };
  const mode = () => modeSign(chat.session.state(planModeKey).active ? "plan" : rules.mode, screen);
  let failed = false;
  const hear = async (said: string): Promise<number | undefined> => {
    if (hasPerson) history.add(said);
    const answer = await slashCommand(said, state);
    if (answer === "exit") return 0;
    if (answer) {
      show(answer);
      return undefined;
    }
    isWaiting = true;
    const end = await takeTurn(said, { chat, terminal, transcript, facts, live }).finally(() => {
      isWaiting = false;
    });
    if (end === "leave") return 130;
    failed = end.reason === "failed";
    if (end.reason !== "done") typeAhead?.unqueue(); // what was typed may no longer fit
    return undefined;
  };
  const code = await talk({ terminal, typing, mode, show, first: options.first, hear });
  return code === 130 ? code : failed && !hasPerson ? 1 : 0;
}
