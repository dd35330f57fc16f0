import { memoryBackend } from "@holdall/backends-memory";
import {
  allow,
  type Backend,
  contentText,
  createRegistry,
  openSession,
  type SessionOptions,
  toPath,
} from "@holdall/tool-core";
import type { CodebaseSearchOutput } from "../_search/schema.ts";
import { type CodeToolsOptions, codeTools, readLints } from "../index.ts";

/** A small shop, in several languages. */
export const shop: Readonly<Record<string, string>> = {
  "/src/cart.ts": [
    'import { priceOf } from "./prices.ts";',
    "",
    "/** All that a customer wants to buy. */",
    "export class Cart {",
    "  readonly items: string[] = [];",
    "  /** Put an article into the cart. */",
    "  addItem(name: string): void {",
    "    this.items.push(name);",
    "  }",
    "  total(): number {",
    "    return this.items.reduce((sum, item) => sum + priceOf(item), 0);",
    "  }",
    "}",
    "",
  ].join("\n"),
  "/src/prices.ts":
    "const table = { pen: 2 };\n\n/** What an article costs, in cents. */\nexport function priceOf(name: string): number {\n  return table[name] ?? 0;\n}\n",
  "/src/session_store.py":
    'class SessionStore:\n    def load_session(self, key):\n        """Sessions are kept in memory."""\n        return self.sessions[key]\n',
  "/src/cart.test.ts":
    'import { Cart } from "./cart.ts";\n\ntest("an item is added to the cart", () => new Cart().addItem("pen"));\n',
  "/docs/cart.md": "# The cart\n\nThe cart holds items. Add an item to the cart.\n",
};

export interface OpenOptions extends Partial<CodeToolsOptions> {
  readonly session?: Partial<SessionOptions> | undefined;
}

/** A session with the code tools. For tests only. */
export function openCode({
  session: how,
  backend = memoryBackend({ files: { ...shop } }),
  ...options
}: OpenOptions = {}) {
  const session = openSession(createRegistry([...codeTools({ backend, ...options }), readLints({ backend })]), {
    policy: allow(),
    ...how,
  });
  const call = async (input: object, name = "codebase_search") => {
    const result = await session.call(name, input);
    if (!result.ok) throw result.error;
    return result;
  };
  return {
    backend,
    session,
    ask: async (name: string, input: object): Promise<unknown> => (await call(input, name)).output,
    search: async (input: object | string) =>
      (await call(typeof input === "string" ? { query: input } : input)).output as CodebaseSearchOutput,
    paths: async (input: object | string): Promise<string[]> =>
      ((await call(typeof input === "string" ? { query: input } : input)).output as CodebaseSearchOutput).results.map(
        ({ path }) => path,
      ),
    text: async (input: object): Promise<string> => contentText((await call(input)).content),
    put: (path: string, text: string) => backend.write(toPath(path), new TextEncoder().encode(text)),
    remove: (path: string) => backend.remove(toPath(path)),
  };
}

/** Ask every tool all sorts of things, and give what comes; the same wherever the files live. */
export async function answersOn(backend: Backend, root = "/"): Promise<string> {
  const under = root === "/" ? "" : root;
  for (const [path, text] of Object.entries({ ...shop, "/data/broken.json": '{ "a": }\n' }))
    await backend.write(toPath(`${under}${path}`), new TextEncoder().encode(text));
  const { ask, remove } = openCode({ backend, session: { cwd: toPath(root) } });
  const questions: readonly (readonly [string, object])[] = [
    ["codebase_search", { query: "how is an item added to the cart" }],
    ["codebase_search", { query: "load_session" }],
    ["codebase_search", { query: "price of an article", paths: "src", glob: "*.ts", include_tests: false }],
    ["find_definition", { symbol: "priceOf", path: "src/cart.ts" }],
    ["find_definition", { symbol: "SessionStore.load_session" }],
    ["find_references", { symbol: "priceOf" }],
    ["find_references", { symbol: "Cart.addItem" }],
    ["trace_calls", { symbol: "priceOf", depth: 2 }],
    ["trace_calls", { symbol: "Cart.total", direction: "callees" }],
    ["analyze_code", { path: "src" }],
    ["analyze_code", { path: "src/prices.ts" }],
    ["read_lints", { paths: ["data", "src/cart.ts"] }],
  ];
  const seen: unknown[] = [];
  for (const [name, input] of questions) seen.push(await ask(name, input));
  await remove(`${under}/src/prices.ts`);
  seen.push(await ask("codebase_search", { query: "priceOf" }));
  seen.push(await ask("find_references", { symbol: "Cart" }));
  return JSON.stringify(seen).replaceAll(`"${under}/`, '"/');
}
