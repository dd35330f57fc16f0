import type { ChatPerson } from "@holdall/chat";
import type { Registry } from "@holdall/tool-core";
import type { Terminal } from "../screen/terminal.ts";
import type { Transcript } from "../screen/transcript.ts";
import { askAtTerminal } from "./approvals.ts";
import { askForServer } from "./ask-for-server.ts";
import { askQuestions } from "./ask-questions.ts";

interface Asking {
  readonly terminal: Terminal;
  readonly transcript: Transcript;
  readonly registry: Registry;
}

/** Approvals and answers from the terminal. If there is no terminal, every approval is denied with the reason. */
export function terminalApprover({ terminal, transcript, registry }: Asking): ChatPerson {
  if (!terminal.hasPerson) return { approve: () => ({ reason: "The user cannot be asked: stdin is not a terminal." }) };
  return {
    approve: askAtTerminal({ terminal, transcript }),
    asker: askQuestions({ terminal, transcript }),
    /** What MCP servers want to know is asked here; without any, nothing of them is loaded. */
    async attach(session, inTurn) {
      if (!registry.tools().some(({ category }) => category === "mcp")) return;
      const { answerQuestions } = await import("@holdall/mcp/client");
      answerQuestions(session, askForServer({ terminal, transcript, inTurn }));
    },
  };
}
