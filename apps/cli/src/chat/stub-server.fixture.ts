import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

interface StubCall {
  readonly tool: string;
  readonly input: object;
  /** One of its own otherwise. */
  readonly id?: string;
}

/** What the server says to one request. */
export type StubAnswer =
  | { readonly text: string; readonly reasoning?: string }
  | { readonly calls: readonly StubCall[]; readonly text?: string }
  /** An error instead of an answer. */
  | { readonly status: number; readonly message: string }
  /** Some text, and then the connection ends. */
  | { readonly cut: string }
  /** Some text, and then nothing. */
  | { readonly hang: string };

interface Asked {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  readonly stream?: boolean;
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** A server on this machine that speaks OpenAI's chat completions, streaming where it is asked to, and says what it was told to. */
export interface StubServer extends AsyncDisposable {
  readonly url: string;
  /** What was asked so far. */
  readonly asked: readonly Asked[];
  readonly keys: readonly (string | undefined)[];
}

export async function stubServer(answers: readonly StubAnswer[]): Promise<StubServer> {
  const asked: Asked[] = [];
  const keys: (string | undefined)[] = [];
  const left = [...answers];
  const server = createServer(async (request, response) => {
    const question = JSON.parse(await bodyOf(request)) as Asked;
    asked.push(question);
    keys.push(request.headers.authorization);
    const answer = left.shift() ?? { text: "(no more answers)" };
    if ("status" in answer) {
      response.writeHead(answer.status, { "content-type": "application/json", "retry-after-ms": "1" });
      response.end(JSON.stringify({ error: { message: answer.message } }));
      return;
    }
    if (!question.stream && ("text" in answer || "calls" in answer)) {
      const calls = "calls" in answer ? answer.calls : [];
      const tool_calls = calls.map(({ tool, input, id = `call-${asked.length}-${tool}` }) => ({
        id,
        type: "function",
        function: { name: tool, arguments: JSON.stringify(input) },
      }));
      const message = { role: "assistant", content: answer.text ?? "", ...(calls.length > 0 && { tool_calls }) };
      const finish_reason = calls.length > 0 ? "tool_calls" : "stop";
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ id: "1", model: "stub", choices: [{ index: 0, message, finish_reason }], usage }));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (choice: object, more: object = {}) =>
      response.write(
        `data: ${JSON.stringify({ id: "1", model: "stub", choices: [{ index: 0, ...choice }], ...more })}\n\n`,
      );
    const text = "cut" in answer ? answer.cut : "hang" in answer ? answer.hang : (answer.text ?? "");
    if ("reasoning" in answer) send({ delta: { role: "assistant", reasoning_content: answer.reasoning } });
    for (const content of text.split(/(?<= )/)) send({ delta: { role: "assistant", content } });
    if ("cut" in answer) return void setImmediate(() => response.destroy());
    if ("hang" in answer) return;
    const calls = "calls" in answer ? answer.calls : [];
    for (const [index, { tool, input, id }] of calls.entries()) {
      const whole = JSON.stringify(input);
      const half = Math.ceil(whole.length / 2);
      const call = (part: object) => send({ delta: { tool_calls: [{ index, ...part }] } });
      call({
        id: id ?? `call-${asked.length}-${index}`,
        type: "function",
        function: { name: tool, arguments: whole.slice(0, half) },
      });
      call({ function: { arguments: whole.slice(half) } });
    }
    send({ delta: {}, finish_reason: calls.length > 0 ? "tool_calls" : "stop" }, { usage });
    response.end("data: [DONE]\n\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    keys,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const usage = { prompt_tokens: 1_000, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 600 } };

async function bodyOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await request.toArray()).toString();
}
