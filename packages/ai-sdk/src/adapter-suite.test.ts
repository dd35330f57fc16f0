import { memoryBackend } from "@holdall/backends-memory";
import { type AdapterRun, describeAdapter, type ModelResult } from "@holdall/conformance";
import { fsTools } from "@holdall/tools-fs";
import { loadSdk, type Message, type Part, type Turn } from "./_sdks.fixture.ts";

const runIn = async (version: 6 | 7): Promise<AdapterRun> => {
  const sdk = await loadSdk(version);
  return async (session, turns, { answer, signal }) => {
    const tools = sdk.toAiTools(session);
    const messages: Message[] = [{ role: "user", content: "go" }];
    const progress: Part[] = [];
    let rest: readonly Turn[] = turns;
    for (;;) {
      const outcome = await sdk.run(rest, { tools, messages, abortSignal: signal, stream: true });
      progress.push(...outcome.parts.filter(({ preliminary }) => preliminary));
      const asked = outcome.parts.filter(({ type }) => type === "tool-approval-request");
      if (asked.length === 0) return { heard: heardBy(outcome.prompts.at(-1) ?? []), progress };
      const responses: Part[] = [];
      for (const { approvalId, toolCall } of asked) {
        const { toolCallId } = toolCall as { toolCallId: string };
        responses.push({ type: "tool-approval-response", approvalId, approved: await answer(toolCallId) });
      }
      messages.push(...outcome.messages, { role: "tool", content: responses });
      rest = rest.slice(outcome.prompts.length);
    }
  };
};

const heardBy = (prompt: readonly Message[]): Record<string, ModelResult> =>
  Object.fromEntries(
    prompt.flatMap(({ role, content }) =>
      role === "tool" && typeof content !== "string"
        ? content.map((part) => [part.toolCallId, heardOf(part.output as Part)] as const)
        : [],
    ),
  );

function heardOf(output: Part): ModelResult {
  if (output.type !== "content") return { text: String(output.value ?? output.reason ?? output.type), images: [] };
  const parts = output.value as (Part & { data: string | { data: string } })[];
  return {
    text: parts.map(({ text }) => text ?? "").join("\n"),
    images: parts.flatMap(({ type, data }) => (type === "text" ? [] : typeof data === "string" ? data : data.data)),
  };
}

const makeFiles = () => {
  const backend = memoryBackend();
  return { backend, tools: fsTools({ backend }) };
};

for (const version of [6, 7] as const)
  describeAdapter(`ai ${version}`, makeFiles, await runIn(version), { can: { progress: true } });
