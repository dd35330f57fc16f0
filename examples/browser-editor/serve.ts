import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";

const here = import.meta.dirname;

/** The interpreter of the shell names modules of Node that it does not need in a page. Vite leaves them out by itself. */
const withoutNode: Plugin = {
  name: "without-node",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: "without-node" }));
    onLoad({ filter: /./, namespace: "without-node" }, () => ({ contents: "module.exports = {};" }));
  },
};

/** Bundle the page and serve it on a port of this machine. */
export async function serve(port = 0): Promise<{ readonly url: string; readonly server: Server }> {
  const { outputFiles } = await build({
    entryPoints: [join(here, "page.ts")],
    bundle: true,
    splitting: true,
    format: "esm",
    outdir: here,
    write: false,
    plugins: [withoutNode],
  });
  const scripts = new Map(outputFiles.map(({ path, text }) => [path.slice(here.length), text]));
  const server = createServer(({ url = "/" }, response) => {
    const script = scripts.get(url);
    response.setHeader("content-type", script === undefined ? "text/html" : "text/javascript");
    response.end(script ?? readFileSync(join(here, "index.html")));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, server };
}

if (import.meta.main) console.log(`Open ${(await serve(8080)).url}`);
