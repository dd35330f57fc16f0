import {
  type Approve,
  allow,
  contentText,
  createRegistry,
  defineTool,
  firstOf,
  openSession,
  ToolError,
} from "@holdall/tool-core";
import { expect, it } from "vitest";
import { z } from "zod";
import { limitRepeats } from "./limit-repeats.ts";

function open(approve?: Approve, limit?: number) {
  let runs = 0;
  const say = defineTool({
    name: "say",
    category: "test",
    description: "Says it again.",
    input: z.object({ text: z.string() }),
    hints: { readOnly: true, openWorld: false },
    async *execute({ text }) {
      runs++;
      yield { message: "saying" };
      if (text === "fail") throw new ToolError("no_match", "Nothing matches.");
      return text === "count" ? `run ${runs}` : text;
    },
  });
  const looping = defineTool({
    name: "loop",
    category: "test",
    description: "Calls ten times, as a program does.",
    input: z.object({}),
    hints: { readOnly: true, openWorld: false },
    async execute(_, ctx) {
      const results = [];
      for (let index = 1; index <= 10; index++) results.push(await ctx.call("say", { text: "a" }, { index }));
      return String(results.every(({ ok }) => ok));
    },
  });
  const { middleware, policy } = limitRepeats({ limit });
  const session = openSession(createRegistry([say, looping]), {
    policy: firstOf(policy, allow()),
    use: [middleware],
    approve,
  });
  /** `told` where the model is told, and the code of a failure. */
  const call = async (text: string, tool = "say") => {
    const result = await session.call(tool, tool === "say" ? { text } : {});
    const told = contentText(result.content).includes("times in a row");
    return [...(result.ok ? [] : [result.error.code]), ...(told ? ["told"] : [])].join(" ");
  };
  const many = async (text: string, times: number) => {
    const outcomes: string[] = [];
    for (let i = 0; i < times; i++) outcomes.push(await call(text));
    return outcomes;
  };
  return { call, many, runs: () => runs };
}

it("tells the model at three, refuses at five where the user cannot be asked, and stays with it", async () => {
  const { many, call, runs } = open();
  expect(await many("a", 7)).toEqual(["", "", "told", "told", ...Array(3).fill("permission_denied")]);
  expect(runs()).toBe(4);
  expect([await call("b"), await call("a")]).toEqual(["", ""]);
});

it("asks the user at five, and counts from there after a yes", async () => {
  const asked: string[] = [];
  const { many, runs } = open(({ prompt }) => asked.push(prompt) > 0);
  expect(await many("a", 9)).toEqual(["", "", "told", "told", "", "", "told", "told", ""]);
  expect(asked).toHaveLength(2);
  expect(asked[0]).toContain("call 5 with the same input");
  expect(runs()).toBe(9);
});

it("counts failures as well, and asks at a limit of its own", async () => {
  const { many } = open(undefined, 3);
  expect(await many("fail", 4)).toEqual(["no_match", "no_match", "permission_denied", "permission_denied"]);
});

it("counts neither other results nor calls of programs", async () => {
  const { many, call } = open();
  expect((await many("count", 8)).join("")).toBe("");
  expect(await call("", "loop")).toBe("");
});
