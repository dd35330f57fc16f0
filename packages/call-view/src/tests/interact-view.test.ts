import { describe, expect, test } from "vitest";
import { viewPart } from "../view/view-part.ts";

const part = (tool: string, fields: object) => ({ type: `tool-${tool}`, toolCallId: "1", ...fields });

describe("questions and plans", () => {
  const input = { questions: [{ question: "Which?", options: [{ label: "red", description: "warm" }, "blue"] }] };

  test("a question shows its options before it is answered, and the answer after", () => {
    expect(viewPart(part("AskUserQuestion", { state: "input-available", input }))).toMatchObject({
      title: "Question",
      subject: "Which?",
      blocks: [{ kind: "text", text: "Which?\n- red: warm\n- blue" }],
    });
    const output = {
      outcome: "answered",
      answers: [{ question: "Which?", chosen: ["red"], other: "or so", from: "person" }],
    };
    expect(viewPart(part("ask_user_question", { state: "output-available", input, output }))).toMatchObject({
      outcome: "1 answer",
      blocks: [{ kind: "text", text: "Which?\nred, or so" }],
    });
  });

  test("a plan shows its whole text and what is permitted with it", () => {
    const plan = { plan: "# Paint\n\nAll.", allowedPrompts: [{ tool: "Bash", prompt: "npm test" }] };
    expect(viewPart(part("ExitPlanMode", { state: "input-available", input: plan })).blocks).toMatchObject([
      { kind: "markdown", text: "# Paint\n\nAll." },
      { kind: "text", text: "Permitted with it:\n- Bash: npm test" },
    ]);
    const output = { outcome: "changes", plan_id: "x", feedback: "Not the door." };
    expect(viewPart(part("exit_plan_mode", { state: "output-available", input: plan, output }))).toMatchObject({
      outcome: "changes",
      blocks: [{ kind: "markdown" }, { kind: "text" }, { kind: "text", text: "Not the door." }],
    });
  });
});
