import type { RunDetails } from "@holdall/durable/port";
import type { Json } from "@holdall/tool-core";
import type { Asker } from "@holdall/tools-interact/port";
import { lineAsker } from "@holdall/tools-interact/terminal";
import { question } from "../approval/question.ts";
import { allowByForm } from "../chat/approve/allow-by-form.ts";
import { allowByLine } from "../chat/approve/allow-by-line.ts";
import { formAsker } from "../chat/approve/ask-by-form.ts";
import { interrupted, type Terminal } from "../chat/screen/terminal.ts";
import { plain } from "../render/plain.ts";
import type { Choice } from "../terminal/choice.ts";
import { parseAnswer } from "./parse-answer.ts";
import { askedWith } from "./run-text.ts";

/** Asks the person at a terminal what a run waits for. Undefined when they leave it open: with Esc, Ctrl-C, or an empty line. */
export async function answerWait(
  run: RunDetails,
  event: string,
  terminal: Pick<Terminal, "keys" | "read" | "screen" | "write">,
  signal: AbortSignal,
): Promise<Json | undefined> {
  const { keys, screen } = terminal;
  const show = (lines: readonly string[]) => terminal.write(`${lines.join("\n")}\n`);
  let isLeft = false;
  const choose = async (choice: Choice) => {
    const end = (await keys?.choose(choice, signal)) ?? { end: "cancelled" as const };
    isLeft = end.end === "cancelled" || end.end === "interrupted";
    return end;
  };
  const read = async (prompt: string) => {
    const typed = await terminal.read(prompt, signal);
    isLeft = typeof typed !== "string" || typed.trim() === "";
    return isLeft || typed === interrupted ? undefined : typed;
  };
  const asker: Asker = keys
    ? formAsker({ screen, choose, show })
    : lineAsker({ read, write: (text) => terminal.write(text) });
  const asked = askedWith(run, event);
  if (asked && "question" in asked) {
    const reply = await asker.ask(asked.question, { signal });
    return reply.answers ? (reply as unknown as Json) : undefined;
  }
  if (asked && "plan" in asked) {
    const reply = await asker.review(asked.plan, { signal });
    return isLeft || reply.outcome === "unavailable" ? undefined : (reply as unknown as Json);
  }
  const title = asked ? asked.approval.prompt : `The run waits for "${event}".`;
  show(["", ...(asked ? question({ ...asked.approval, callId: asked.callId }) : [plain(title)])]);
  if (!asked) return await answerJson();
  const asking = { rules: [], ofProgram: false, show };
  const answer = keys ? await allowByForm({ ...asking, choose }) : await allowByLine({ ...asking, read });
  if (isLeft) return undefined;
  return typeof answer === "object" ? { approved: false, ...answer } : true;

  /** An event of a workflow's own takes any JSON. */
  async function answerJson(): Promise<Json | undefined> {
    const items = [
      { label: "yes", key: "y" },
      { label: "no", key: "n" },
      { label: "JSON:", isText: true },
    ];
    for (;;) {
      const end = keys ? await choose({ title: ["Answer it"], items }) : undefined;
      const typed = end
        ? end.end === "chosen"
          ? (["yes", "no"][end.items[0] ?? 2] ?? end.text)
          : undefined
        : await read("yes, no or JSON: ");
      if (isLeft || typed === undefined) return undefined;
      try {
        return parseAnswer(typed);
      } catch (error) {
        show([`  ${(error as Error).message}`]);
      }
    }
  }
}
