import { PassThrough } from "node:stream";
import { allow, contentText, createRegistry, openSession, planModeKey, type Session } from "@holdall/tool-core";
import { describe, expect, it } from "vitest";
import { endings, questions } from "../_answers.fixture.ts";
import { interactTools } from "../interact-tools.ts";
import { terminalAsker } from "./terminal-asker.ts";

function open(timeout?: number) {
  const input = new PassThrough();
  const output = new PassThrough({ encoding: "utf8" });
  const asker = terminalAsker({ input, output, timeout });
  const session: Session = openSession(createRegistry(interactTools({ asker })), { policy: allow() });
  return { session, input, screen: () => String(output.read() ?? "") };
}

/** What a person types for each ending; a terminal cannot put a question off. */
const typed: Readonly<Record<string, string>> = {
  answered: "1\n1, 2\n",
  partial: "green\n\n",
  declined: "\n\n",
  cancelled: "1\n",
  unavailable: "",
};

describe("questions on a terminal", () => {
  it.each(endings.filter(([name]) => name in typed))("%s", async (name, _reply, code, words) => {
    const { session, input } = open();
    input.end(typed[name]);
    const result = await session.call("ask_user_question", { questions });
    expect(result.ok ? undefined : result.error.code).toBe(code);
    expect(contentText(result.content)).toContain(words);
  });

  it("timeout", async () => {
    const { session } = open(5);
    expect(await session.call("ask_user_question", { questions })).toMatchObject({
      error: { data: { outcome: "timeout" } },
    });
  });

  it("keeps what comes in one piece for the questions after it, and shows labels and how to answer", async () => {
    const { session, input, screen } = open();
    input.write("blue\n2\nand more\nelse\n");
    const first = session.call("ask_user_question", { questions });
    const second = session.call("ask_user_question", { questions: [{ question: "Anything?" }] });
    expect(await first).toMatchObject({ output: { answers: [{ chosen: ["blue"] }, { chosen: ["door"] }] } });
    expect(await second).toMatchObject({ output: { answers: [{ chosen: [], other: "and more" }] } });
    expect(screen()).toContain("  1. red\n  2. blue\n  (a number, or your own words; an empty line leaves it out)");
  });

  it("attack: a question cannot move the cursor or hide its end", async () => {
    const { session, input, screen } = open();
    input.end("x\n");
    await session.call("ask_user_question", { questions: [{ question: "Ok?\u001b[2J\u202Eevil" }] });
    const shown = screen();
    expect(shown).not.toContain("\u001b");
    expect(shown).toContain("Ok?<U+202E>evil");
  });

  it("bug: stdin that is closed already is nobody, not an answer", async () => {
    const { session, input } = open();
    input.end();
    input.resume();
    await new Promise((resolve) => input.once("end", resolve));
    expect(await session.call("ask_user_question", { questions })).toMatchObject({
      error: { data: { outcome: "unavailable" } },
    });
  });
});

describe("plans on a terminal", () => {
  it.each([
    ["yes\n", "approved", false],
    ["leave the door\n", "changes", true],
    ["no\n", "declined", true],
    ["\n", "unavailable", true],
    ["", "unavailable", true],
  ])("%j: %s", async (line, outcome, active) => {
    const { session, input, screen } = open();
    await session.call("enter_plan_mode", {});
    input.end(line);
    const result = await session.call("exit_plan_mode", {
      plan: "Paint the door.",
      allow: [{ tool: "bash", scope: "npm test" }],
    });
    expect(result.ok ? result.output : result.error.data).toMatchObject({ outcome });
    expect(session.state(planModeKey).active).toBe(active);
    expect(screen()).toMatch(/Paint the door\.[\s\S]*- bash: npm test/);
  });
});
