import { compact, type MessageLike } from "@holdall/compaction";
import { type ModelMessage, pruneMessages } from "ai7";
import { countTokens } from "gpt-tokenizer";
import { type BenchRows, interleave, ratio, row, timed } from "./lib/harness.ts";
import { sourceText } from "./lib/source-text.ts";

export const about = "Shortening a conversation of 400 messages without a model, beside ai's pruneMessages";

export async function* rows(): BenchRows {
  const fresh = Array.from({ length: 64 }, () => conversation(400));
  let at = 0;
  const next = () => fresh[at++ % fresh.length]!;
  const isRepeatable = (tool: string) => tool !== "bash";
  const ours = (messages: ModelMessage[]) => compact({ messages, budget: 40_000, isRepeatable });
  const prune = (messages: ModelMessage[]) =>
    pruneMessages({ messages, reasoning: "before-last-message", toolCalls: "before-last-6-messages" });

  const samples = await interleave({ ours: timed(() => ours(next())), prune: timed(() => prune(next())) });
  yield row("400 messages, results, reasoning and a cut", "pruneMessages", ratio(samples.ours, samples.prune), {
    most: 2,
  });
  const [before, after, pruned] = await Promise.all([
    fresh[0]!,
    ours(fresh[0]!).then(({ messages }) => messages),
    prune(fresh[0]!),
  ]);
  yield row("  tokens before", "nothing", tokensOf(before), { unit: "tokens" });
  yield row("  tokens after", "nothing", tokensOf(after), { unit: "tokens" });
  yield row("  tokens after pruneMessages, which keeps no word of it", "nothing", tokensOf(pruned), { unit: "tokens" });
}

const tokensOf = (messages: readonly MessageLike[]) =>
  countTokens(JSON.stringify(messages.map(({ content }) => content)));

/** Requests, and after each the steps of an agent that reads, searches, edits and runs tests. */
function conversation(length: number): ModelMessage[] {
  const text = sourceText(4000);
  const tools = ["read_file", "grep_files", "bash", "edit_file"];
  const messages: ModelMessage[] = [];
  for (let i = 0; messages.length < length; i++) {
    if (i % 12 === 0) messages.push({ role: "user", content: `Do part ${i} of the work, and keep the tests green.` });
    const [toolCallId, toolName] = [`call-${i}`, tools[i % tools.length]!];
    const input = { path: `src/part-${i}.ts`, limit: 100 };
    messages.push(
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: text.slice(i, i + 300) },
          { type: "tool-call", toolCallId, toolName, input },
        ],
      },
      {
        role: "tool",
        content: [
          { type: "tool-result", toolCallId, toolName, output: { type: "text", value: text.slice(i, i + 2500) } },
        ],
      },
    );
  }
  return messages.slice(0, length);
}
