import { replaceBrokenText } from "../answers/check-answer.ts";
import { bytesOf, concatBytes, textOf } from "./bytes.ts";
import { createBoundedBytes, createBoundedLines, isTooLong, replacementOf } from "./message-bounds.ts";

const newline = bytesOf("\n");

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** `fetch` whose JSON bodies and events hold at most `max` bytes each, decoded; an answer beyond becomes an error in its place. */
export function createBoundedFetch(max: number, inner: Fetch = fetch): Fetch {
  return async (url, init) => {
    const response = await inner(url, init);
    const type = response.headers.get("content-type") ?? "";
    if (!response.body) return response;
    const bounds = /^text\/event-stream/i.test(type) ? boundEvents(max) : boundBody(max);
    return new Response(response.body.pipeThrough(bounds), response);
  };
}

function boundBody(max: number): TransformStream<Uint8Array, Uint8Array> {
  const body = createBoundedBytes(max);
  return new TransformStream({
    transform: (chunk) => body.push(chunk),
    flush(controller) {
      const taken = body.take();
      if (!isTooLong(taken)) {
        const whole = replaceBrokenText(textOf(taken));
        return controller.enqueue(whole === undefined ? taken : bytesOf(whole));
      }
      const instead = replacementOf(taken);
      if (instead === undefined) throw new Error(`A body of ${taken.size} bytes, more than ${max}.`);
      controller.enqueue(bytesOf(instead));
    },
  });
}

/** An event is what stands between two empty lines; one line of data that is too long is replaced, many short ones end the stream. */
function boundEvents(max: number): TransformStream<Uint8Array, Uint8Array> {
  let enqueue: (bytes: Uint8Array) => void = () => {};
  let event = 0;
  const read = createBoundedLines(max, (line) => {
    if (isTooLong(line)) {
      const instead = replacementOf({ ...line, head: line.head.replace(/^data:\s?/, "") });
      return enqueue(bytesOf(instead === undefined ? ": dropped\n" : `data: ${instead}\n`));
    }
    event = line.length <= 1 ? 0 : event + line.length;
    if (event > max) throw new Error(`An event of more than ${max} bytes.`);
    const whole = replaceBrokenText(dataOf(line));
    enqueue(concatBytes([whole === undefined ? line : bytesOf(`data: ${whole}`), newline]));
  });
  const dataOf = (line: Uint8Array) => /^data:\s?(.*)$/s.exec(textOf(line))?.[1] ?? "";
  return new TransformStream({
    start(controller) {
      enqueue = (bytes) => controller.enqueue(bytes);
    },
    transform: read,
  });
}
