/** True for an answer that is not whole yet when its headers are. */
export const isStream = (response: Response): boolean =>
  response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;

/** The same response, and a promise for when its body was read to the end or given up. */
export function trackEnd(response: Response): { readonly tracked: Response; readonly ended: Promise<void> } {
  if (!response.body) return { tracked: response, ended: Promise.resolve() };
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const ended = response.body.pipeTo(writable).catch(() => {});
  const { status, statusText, headers } = response;
  return { tracked: new Response(readable, { status, statusText, headers }), ended };
}

const comment = new TextEncoder().encode(":\n\n");

/**
 * The same stream of messages, which says something at once, so that its headers are sent, and ends when the client hangs
 * up. Without that the next stream of the session would be refused until something is written on this one.
 */
export function listening(response: Response, signal: AbortSignal): Response {
  if (!response.body) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(comment);
      const cut = () => {
        void reader.cancel().catch(() => {});
        controller.close();
      };
      if (signal.aborted) cut();
      else signal.addEventListener("abort", cut, { once: true });
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (signal.aborted) return;
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

/**
 * The same response, with its answer sent once `save` has ended: an answered call is stored, even if this process is
 * killed right after. Earlier messages such as progress pass at once. If `save` fails, the stream is aborted.
 */
export function answerWhenSaved(response: Response, save: () => Promise<void>): Response {
  if (!response.body || !isStream(response)) return response;
  const decoder = new TextDecoder();
  let held: Uint8Array | undefined;
  const holding = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      if (held) controller.enqueue(held);
      held = mayBeAnswer.test(decoder.decode(piece)) ? piece : undefined;
      if (!held) controller.enqueue(piece);
    },
    async flush(controller) {
      await save();
      if (held) controller.enqueue(held);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(holding), { status, statusText, headers });
}

/** Only answers have these keys; a notice whose parameters have one waits for what comes next. */
const mayBeAnswer = /"(?:result|error)":/;
