import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** One answer of a model: what it thinks and says, the tool it calls, or the failure of its server. */
export interface Answer {
  readonly think?: string;
  readonly say?: string;
  readonly call?: readonly [tool: string, input: unknown];
  readonly status?: number;
}

export interface Model extends AsyncDisposable {
  readonly baseUrl: string;
  readonly requests: readonly { readonly authorization: string | undefined; readonly body: string }[];
}

/** A server on loopback that answers like OpenAI's chat completions, in pieces, from a list. */
export async function startModel(answers: readonly Answer[]): Promise<Model> {
  const requests: { authorization: string | undefined; body: string }[] = [];
  const server = createServer(async (request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*, authorization");
    if (request.method === "OPTIONS") return response.end();
    const answer = answers[requests.length] ?? { status: 500 };
    requests.push({ authorization: request.headers.authorization, body: await text(request) });
    if (answer.status !== undefined) {
      response.writeHead(answer.status, { "content-type": "application/json" });
      return response.end('{"error":{"message":"This key is not known here."}}');
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const chunk of chunksOf(answer, requests.length)) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    return response.end("data: [DONE]\n\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The pieces of an answer; arguments of a call come in two halves. */
function chunksOf({ think, say, call }: Answer, number: number): unknown[] {
  const piece = (delta: unknown, finish: string | null = null) => ({
    id: `answer-${number}`,
    object: "chat.completion.chunk",
    created: 0,
    model: "stub",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const words = [
    ...(think === undefined ? [] : think.split(/(?<= )/)).map((part) => piece({ reasoning_content: part })),
    ...(say ?? "").split(/(?<= )/).map((content) => piece({ role: "assistant", content })),
  ];
  if (!call) return [...words, piece({}, "stop")];
  const [name, input] = call;
  const json = JSON.stringify(input);
  const half = Math.ceil(json.length / 2);
  const start = {
    index: 0,
    id: `call-of-${number}`,
    type: "function",
    function: { name, arguments: json.slice(0, half) },
  };
  const rest = { index: 0, function: { arguments: json.slice(half) } };
  return [...words, piece({ tool_calls: [start] }), piece({ tool_calls: [rest] }), piece({}, "tool_calls")];
}
