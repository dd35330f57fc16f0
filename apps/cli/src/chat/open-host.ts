import type { Preset } from "@holdall/presets";
import type { Session, ToolError, ToolEvent } from "@holdall/tool-core";
import { createSerialQueue } from "@holdall/tool-kit";
import { answerWith } from "@holdall/tools-interact/port";
import { askAtTerminal } from "./approvals.ts";
import { askForServer } from "./ask-for-server.ts";
import { askQuestions } from "./ask-questions.ts";
import type { OpenChatCheckpoints } from "./chat-checkpoints.ts";
import { type ChatSession, openChatSession } from "./chat-session.ts";
import type { StoredChat } from "./chat-store.ts";
import type { ChatRules } from "./live-rules.ts";
import type { Terminal } from "./terminal.ts";
import type { Transcript } from "./transcript.ts";

interface Hosting {
  readonly terminal: Terminal;
  readonly transcript: Transcript;
  readonly preset: Preset;
  readonly rules: ChatRules;
  readonly checkpoints: OpenChatCheckpoints | undefined;
  readonly onEvent: (event: ToolEvent) => void;
  readonly onProblem: (before: string, error: ToolError) => void;
}

/** Opens the sessions of conversations, whose questions are asked at the terminal, one at a time. */
export function openHost(hosting: Hosting): (chat: StoredChat) => Promise<ChatSession> {
  const { terminal, transcript, preset, rules, checkpoints, onEvent, onProblem } = hosting;
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
  const nobody = () => ({ approved: false, reason: "There is no one to ask: stdin is not a terminal." });

  /** What MCP servers want to know is asked here; without any, nothing of them is loaded. */
  async function askHereForServers(session: Session): Promise<void> {
    if (!preset.registry.tools().some(({ category }) => category === "mcp")) return;
    const { answerQuestions } = await import("@holdall/mcp/client");
    answerQuestions(session, askForServer({ terminal, transcript, inTurn }));
  }

  return async (chat) => {
    const opened = await openChatSession(chat, {
      preset,
      rules,
      checkpoints,
      onEvent,
      approve: terminal.hasPerson ? ask : nobody,
      onProblem: (error) => onProblem("No checkpoints are kept: ", error),
    });
    const { recovered } = opened.checkpoints ?? {};
    if (recovered) transcript.lines([`  An interrupted return to ${recovered.checkpoint} was ${recovered.ended}.`]);
    if (terminal.hasPerson) {
      answerWith(opened.session, askQuestions({ terminal, transcript, inTurn }));
      await askHereForServers(opened.session);
    }
    return opened;
  };
}
