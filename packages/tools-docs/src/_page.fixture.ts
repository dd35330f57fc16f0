import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession, toPath } from "@holdall/tool-core";
import { toBase64 } from "@holdall/tool-kit";
import { browserCharts } from "./engine/browser-charts.ts";
import { browserDiagrams } from "./engine/browser-diagrams.ts";
import { browserPdf } from "./engine/browser-pdf.ts";
import { docsTools } from "./index.ts";

export interface DocsPage {
  /** The result of a call as data, and the file that it made, as base64. */
  call(tool: string, input: object): Promise<{ output?: unknown; error?: unknown; file: string }>;
  /** Cancel a call as soon as it has begun. */
  cancel(tool: string, input: object): Promise<string | undefined>;
}

/** A page with the document tools and fonts, for tests. */
export function offerDocs(fontUrls: readonly string[]): void {
  const fonts = () => Promise.all(fontUrls.map(async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer())));
  const backend = memoryBackend({ files: { "/sales.csv": "city,sum\nBerlin,10\nRiga,7\n" } });
  const session = openSession(
    createRegistry(
      docsTools({ backend, fonts, engines: { pdf: browserPdf, diagrams: browserDiagrams, charts: browserCharts } }),
    ),
    { policy: allow() },
  );
  const page: DocsPage = {
    async call(tool, input) {
      const result = await session.call(tool, input);
      if (!result.ok) return { error: { code: result.error.code, message: result.error.message }, file: "" };
      const { path } = result.output as { path?: string };
      const file = path === undefined ? "" : toBase64((await backend.read(toPath(path))).bytes);
      return { output: result.output, file };
    },
    async cancel(tool, input) {
      const control = new AbortController();
      const result = session.call(tool, input, { signal: control.signal });
      setTimeout(() => control.abort());
      const ended = await result;
      return ended.ok ? undefined : ended.error.code;
    },
  };
  Object.assign(globalThis, { holdall: page });
}
