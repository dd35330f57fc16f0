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
