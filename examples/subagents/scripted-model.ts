import type { LanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";

/** A model that needs no key. It plays the coordinator and both of its agents, told apart by the first message. */
export function scriptedModel(): LanguageModel {
  let calls = 0;
  const call = (toolName: string, input: object) =>
    ({ type: "tool-call", toolCallId: `call-${++calls}`, toolName, input: JSON.stringify(input) }) as const;
  const say = (text: string) => ({ type: "text", text }) as const;

  return new MockLanguageModelV4({
    async doGenerate({ prompt, tools = [] }) {
      const [first] = prompt.filter(({ role }) => role === "user");
      const order = JSON.stringify(first?.content);
      const results = prompt.flatMap(({ role, content }) => (role === "tool" ? content : []));
      const answer = (...content: (ReturnType<typeof call> | ReturnType<typeof say>)[]) => ({
        content,
        finishReason: { unified: "stop" as const, raw: undefined },
        // Each answer is said to take 3,000 tokens, so that one of the agents comes to the end of its budget.
        usage: {
          inputTokens: { total: 2_900, noCache: 2_900, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 100, text: 100, reasoning: 0 },
        },
        warnings: [],
      });

      if (order.includes("every chapter")) {
        if (tools.length === 0)
          return answer(say(`I read ${results.length} chapters: all are drafts. The others are missing here.`));
        return answer(call("read_file", { path: `/book/${results.length + 1}.md` }));
      }
      if (order.includes("list of words")) {
        if (results.length > 0) return answer(say("I wrote the words to /notes/words.md."));
        return answer(call("write_file", { path: "/notes/words.md", content: "holdall\n" }));
      }
      if (results.length === 0) {
        return answer(
          call("task", { description: "read the book", prompt: "Read every chapter in /book.", agent: "explore" }),
          call("task", { description: "collect words", prompt: "Start a list of words in /notes.", agent: "general" }),
        );
      }
      const reports = results.map((part) =>
        part.type === "tool-result" && "value" in part.output ? part.output.value : "",
      );
      return answer(say(`What came back:\n${reports.join("\n")}`));
    },
  });
}
