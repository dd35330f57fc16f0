import { ToolError } from "@holdall/tool-core";
import { flatHeaders } from "./headers.ts";
import type { Transport } from "./transport.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Send with a `fetch` that somebody else provides. Where names lead stays unknown, so only literal addresses are checked. */
export function openFetchTransport(fetch: Fetch): Transport {
  return {
    checked: "literals",
    async send(url, { method, headers, body, signal }) {
      const init: RequestInit = { method, headers, signal, redirect: "manual", credentials: "omit" };
      const answer = await fetch(url, { ...init, ...(body !== undefined && { body }) });
      if (answer.type === "opaqueredirect") {
        throw new ToolError("unsupported", `${url} redirects, and a browser does not say where to.`, {
          hint: "Ask for the URL it leads to, or let the user run this tool outside of a browser.",
        });
      }
      return {
        status: answer.status,
        headers: flatHeaders(Object.fromEntries(answer.headers)),
        body: chunksOf(answer.body),
        discard: () => void answer.body?.cancel().catch(() => {}),
      };
    },
  };
}

/** Not every browser can iterate a stream. */
async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (!reader) return;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    void reader.cancel().catch(() => {});
  }
}
