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
      messages.push({
        role: "assistant",
        content: [{ type: "tool-call", toolCallId, toolName: "bash", input: { command: "ls" } }],
      });
    }
    return messages;
  });

type StepOf<T> = T extends fc.Arbitrary<infer V> ? V : never;

function stepMessages({ text, reasoning, calls }: StepOf<typeof step>): ModelMessage[] {
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
