import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { build } from "esbuild";

export interface Served {
  readonly url: string;
  close(): void;
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

/** In every page, before its own scripts: keeps what the page complains about, the same way in every browser. */
const recorder = `<script>
  globalThis.complaints = [];
  addEventListener("error", (event) => complaints.push(String(event.message ?? event.type)));
  addEventListener("unhandledrejection", (event) => complaints.push("unhandled: " + event.reason));
  const { error } = console;
  console.error = (...all) => { complaints.push(all.join(" ")); error(...all); };
</script>`;

/** Serve what `read` gives for a path, on a port of this machine. */
async function serve(read: (path: string) => string | Uint8Array): Promise<Served> {
  const server = createServer(({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    try {
      const content = read(pathname);
      response.setHeader("content-type", types[extname(pathname)] ?? "text/html");
      response.end(pathname === "/" ? `${content}`.replace(/<script|$/, (found) => recorder + found) : content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, close };
}

/** Serve a folder that is built. */
export const serveFolder = (folder: string): Promise<Served> =>
  serve((path) => {
    const bytes = readFileSync(join(folder, path === "/" ? "index.html" : path));
    return path === "/" ? bytes.toString() : bytes;
  });

/** Serve a page whose script `/page.js` is bundled here. */
export async function serveEntry(
  entry: string,
  html = '<!doctype html><script type="module" src="/page.js"></script>',
): Promise<Served> {
  const { outputFiles } = await build({
    entryPoints: { page: entry },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    outdir: "/scripts",
    write: false,
  });
  const scripts = new Map(outputFiles.map(({ path, text }) => [path.slice("/scripts".length), text]));
  return serve((path) => {
    const content = path === "/" ? html : scripts.get(path);
    if (content === undefined) throw new Error(`Nothing is served as ${path}.`);
    return content;
  });
}
