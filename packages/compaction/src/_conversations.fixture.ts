import type { ModelMessage } from "ai7";
import fc from "fast-check";

const words = fc.string({ unit: fc.constantFrom("alpha ", "beta\n", "é", "x", "0 "), minLength: 1, maxLength: 200 });
const long = fc.tuple(words, fc.integer({ min: 1, max: 40 })).map(([text, times]) => text.repeat(times));

const output = fc.oneof(
  long.map((value) => ({ type: "text" as const, value })),
  long.map((value) => ({ type: "json" as const, value: { lines: [value] } })),
  long.map((text) => ({ type: "content" as const, value: [{ type: "text" as const, text }] })),
  words.map((value) => ({ type: "error-text" as const, value: `Error (not_found): ${value}` })),
);

const call = fc.record({
  tool: fc.constantFrom("read_file", "bash", "grep_files"),
  input: fc.record({ path: words }),
  output,
  approved: fc.boolean(),
});

const step = fc.record({
  text: fc.option(words),
  reasoning: fc.option(long),
  calls: fc.array(call, { maxLength: 3 }),
  /** A call that the provider runs, whose result comes with the next message of the model. */
  late: fc.boolean(),
});

const turn = fc.record({ user: fc.oneof(words, long), asParts: fc.boolean(), steps: fc.array(step, { maxLength: 6 }) });

let id = 0;

/** Any conversation as `ai` would keep it, sometimes with calls that wait for their results at its end. */
export const conversation: fc.Arbitrary<ModelMessage[]> = fc
  .record({ system: fc.option(words), turns: fc.array(turn, { minLength: 1, maxLength: 8 }), waits: fc.boolean() })
  .map(({ system, turns, waits }) => {
    const messages: ModelMessage[] = system === null ? [] : [{ role: "system", content: system }];
    for (const { user, asParts, steps } of turns) {
      messages.push({ role: "user", content: asParts ? [{ type: "text", text: user }] : user });
      for (const each of steps) messages.push(...stepMessages(each));
    }
    if (waits) {
      const toolCallId = `call-${++id}`;
      const content = [{ type: "tool-call" as const, toolCallId, toolName: "bash", input: { command: "ls" } }];
      messages.push({ role: "assistant", content });
      for (let i = 0; i < 9; i++) messages.push({ role: "assistant", content: "Still waiting." });
    }
    return messages;
  });

type StepOf<T> = T extends fc.Arbitrary<infer V> ? V : never;

function stepMessages({ late, ...rest }: StepOf<typeof step>): ModelMessage[] {
  if (!late) return plainStep(rest);
  const ids = { toolCallId: `call-${++id}`, toolName: "web_search" };
  const value = { type: "text" as const, value: "found\n".repeat(80) };
  return [
    { role: "assistant", content: [{ type: "tool-call", ...ids, input: { query: "x" }, providerExecuted: true }] },
    ...plainStep(rest),
    {
      role: "assistant",
      content: [
        { type: "tool-result", ...ids, output: value },
        { type: "text", text: "Found." },
      ],
    },
  ];
}

function plainStep({ text, reasoning, calls }: Omit<StepOf<typeof step>, "late">): ModelMessage[] {
  const ids = calls.map(() => `call-${++id}`);
  const content = [
    ...(reasoning === null ? [] : [{ type: "reasoning" as const, text: reasoning }]),
    ...(text === null && calls.length > 0 ? [] : [{ type: "text" as const, text: text ?? "ok" }]),
    ...calls.map(({ tool, input }, i) => ({ type: "tool-call" as const, toolCallId: ids[i]!, toolName: tool, input })),
    ...calls.flatMap(({ approved }, i) =>
      approved ? [{ type: "tool-approval-request" as const, approvalId: `ask-${ids[i]}`, toolCallId: ids[i]! }] : [],
    ),
  ];
  const approvals = calls.flatMap(({ approved }, i) =>
    approved ? [{ type: "tool-approval-response" as const, approvalId: `ask-${ids[i]}`, approved: true }] : [],
  );
  const results = calls.map(({ tool, output: value }, i) => ({
    type: "tool-result" as const,
    toolCallId: ids[i]!,
    toolName: tool,
    output: value,
  }));
  return [
    { role: "assistant", content },
    ...(approvals.length > 0 ? [{ role: "tool" as const, content: approvals }] : []),
    ...(results.length > 0 ? [{ role: "tool" as const, content: results }] : []),
  ];
}
