import { contentText, type Session, toOpenAI } from "@holdall/tool-core";

export interface Endpoint {
  /** Up to and without `/chat/completions`. */
  readonly url: string;
  readonly key?: string;
  readonly model: string;
}

interface ToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

type Message =
  | { readonly role: "system" | "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content: string | null; readonly tool_calls?: readonly ToolCall[] }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string };

/** Let a model work with a session's tools until it has nothing more to call. Returns its last words. */
export async function runLoop(session: Session, endpoint: Endpoint, instructions: string, task: string) {
  const messages: Message[] = [
    { role: "system", content: instructions },
    { role: "user", content: task },
  ];
  for (;;) {
    const answer = await complete(endpoint, { messages, tools: toOpenAI(session.registry) });
    messages.push(answer);
    const { content, tool_calls = [] } = answer;
    if (tool_calls.length === 0) return content;

    // Calls of one answer run side by side. None throws: a failure is a result that tells the model its next move.
    const results = await session.callAll(
      tool_calls.map(({ id, function: { name, arguments: json } }) => ({ tool: name, input: parse(json), callId: id })),
    );
    for (const [index, { id }] of tool_calls.entries()) {
      messages.push({ role: "tool", tool_call_id: id, content: contentText(results[index]?.content ?? []) });
    }
  }
}

async function complete({ url, key, model }: Endpoint, body: object): Promise<Message & { role: "assistant" }> {
  const response = await fetch(`${url}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model, ...body }),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  const { choices } = await response.json();
  return choices[0].message;
}

/** Models write broken JSON now and then; what is no JSON goes on as text, and the session says what it wanted. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json || "{}");
  } catch {
    return json;
  }
}
