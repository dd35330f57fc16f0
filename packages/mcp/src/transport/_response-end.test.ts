import { expect, test } from "vitest";
import { answerWhenSaved } from "./_response-end.ts";

const progress =
  'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}\n\n';
const answer = 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n';

/** A stream whose pieces are sent by hand. */
function openStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const response = new Response(readable, { headers: { "content-type": "text/event-stream", "mcp-session-id": "s" } });
  const send = (text: string) => writer.write(new TextEncoder().encode(text));
  return { response, send, end: () => writer.close() };
}

async function readText(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string | undefined> {
  const { value } = await reader.read();
  return value && new TextDecoder().decode(value);
}

test("progress passes at once, and the answer when its session was saved", async () => {
  const { response, send, end } = openStream();
  let isSaved = false;
  const saved = answerWhenSaved(response, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    isSaved = true;
  });
  expect(saved.headers.get("mcp-session-id")).toBe("s");
  const reader = saved.body!.getReader();
  void send(progress);
  expect(await readText(reader)).toBe(progress);
  const read = readText(reader).then((text) => ({ text, isSaved }));
  void send(answer);
  void end();
  expect(await read).toEqual({ text: answer, isSaved: true });
  expect(await readText(reader)).toBeUndefined();
});

test("an answer whose session cannot be saved is not sent", async () => {
  const { response, send, end } = openStream();
  const reader = answerWhenSaved(response, () => Promise.reject(new Error("disk full"))).body!.getReader();
  void send(answer).catch(() => {});
  void end().catch(() => {});
  await expect(readText(reader)).rejects.toThrow("disk full");
});
