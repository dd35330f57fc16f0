import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { memoryBackend } from "@holdall/backends-memory";
import { minimal } from "@holdall/presets";
import { openSession, toPath } from "@holdall/tool-core";
import { expect, onTestFinished, test } from "vitest";
import { runLoop } from "./loop.ts";

interface Request {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools: readonly { readonly function: { readonly name: string } }[];
}

const call = (name: string, args: string) => ({
  id: crypto.randomUUID(),
  type: "function",
  function: { name, arguments: args },
});

/** A chat completions endpoint whose model gives these answers one after another. */
async function serveModel(answers: readonly object[]) {
  const requests: Request[] = [];
  const server = createServer(async (request, response) => {
    const body: Buffer[] = [];
    for await (const piece of request) body.push(piece);
    requests.push(JSON.parse(Buffer.concat(body).toString()));
    const message = { role: "assistant", content: null, ...answers[requests.length - 1] };
    response.end(JSON.stringify({ choices: [{ message }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("the model reads, mends its own mistakes by what the errors say, and edits", async () => {
  const { requests, url } = await serveModel([
    { tool_calls: [call("read_file", '{"path": "price.ts"}'), call("read_file", '{"path": "pricing.ts"}')] },
    { tool_calls: [call("edit_file", '{"path": "price.ts", "old_string": "vat = 0.19"')] },
    { tool_calls: [call("edit_file", '{"path": "price.ts", "old_string": "0.19", "new_string": "0.2"}')] },
    { content: "VAT is 20 % now." },
  ]);
  const backend = memoryBackend({ files: { "/price.ts": "export const vat = 0.19;\r\n" } });
  const preset = minimal({ backend });
  await using session = openSession(preset.registry, preset);

  const text = await runLoop(session, { url, model: "stub" }, preset.instructions, "VAT is 20 % from today.");

  expect(text).toBe("VAT is 20 % now.");
  expect(requests[0]?.tools.map((tool) => tool.function.name)).toContain("edit_file");
  const results = requests.at(-1)?.messages.flatMap(({ role, content }) => (role === "tool" ? [content] : []));
  expect(results).toEqual([
    expect.stringContaining("export const vat = 0.19;"),
    expect.stringContaining("not_found"),
    expect.stringContaining("invalid_input"),
    expect.stringContaining("price.ts"),
  ]);
  const { bytes } = await backend.read(toPath("/price.ts"));
  expect(new TextDecoder().decode(bytes)).toBe("export const vat = 0.2;\r\n");
});
