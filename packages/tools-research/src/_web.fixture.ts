import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession, type Policy } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { cachedClient, openWebClient, searxng, webFetch, webSearch } from "@holdall/tools-web";
import type { ResearchToolsOptions } from "./options.ts";
import { researchTools } from "./research-tools.ts";

/** Paragraphs by `host/path`. */
export type Pages = Readonly<
  Record<string, { readonly title: string; readonly published?: string; readonly text: readonly string[] }>
>;

export interface LocalWeb extends AsyncDisposable {
  readonly port: number;
  /** Pages may be replaced between calls. */
  set(pages: Pages): void;
  readonly url: (place: string) => string;
  /** web_search and web_fetch over these servers. */
  tools(): readonly [ReturnType<typeof webSearch>, ReturnType<typeof webFetch>];
  open(options?: ResearchToolsOptions, policy?: Policy): ReturnType<typeof openSession>;
}

const inHtml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A web of real HTTP servers on loopback: pages under names of their own, and a search engine that lists all of them in order. */
export async function localWeb(first: Pages = {}): Promise<LocalWeb> {
  let pages = first;
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? "").split(":")[0];
    const { pathname } = new URL(request.url ?? "/", "http://x");
    if (pathname === "/search") {
      const results = Object.entries(pages).map(([place, { title, text }]) => ({
        title,
        url: url(place),
        content: text[0] ?? "",
      }));
      return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results }));
    }
    const page = pages[`${host}${pathname}`];
    if (!page) return response.writeHead(404, { "content-type": "text/plain" }).end("There is no such page.");
    const published = page.published ? `<meta property="article:published_time" content="${page.published}">` : "";
    const paragraphs = page.text.map((text) => `<p>${inHtml(text)}</p>`).join("\n");
    return response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end(
        `<!doctype html><html><head><title>${inHtml(page.title)}</title>${published}</head><body><article><h1>${inHtml(page.title)}</h1>${paragraphs}</article></body></html>`,
      );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = (place: string) => `http://${place.replace("/", `:${port}/`)}`;
  const client = () =>
    openWebClient({ allow: ["127.0.0.0/8"], lookup: async () => ["127.0.0.1"], ports: "any", perHost: false });
  const tools = () =>
    [
      webSearch({ providers: [searxng({ url: `http://127.0.0.1:${port}` })] }),
      webFetch({ client: cachedClient(client()) }),
    ] as const;
  return {
    port,
    url,
    set(more) {
      pages = more;
    },
    tools,
    open(options = {}, policy = allow()) {
      const registry = createRegistry([
        ...tools(),
        ...fsTools({ backend: memoryBackend() }),
        ...researchTools({ reports: true, ...options }),
      ]);
      return openSession(registry, { policy });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
