import { memoryBackend } from "@holdall/backends-memory";
import { allow, contentText, createRegistry, openSession, type SessionOptions } from "@holdall/tool-core";
import type { CodeToolsOptions } from "../index.ts";
import { codeTools } from "../index.ts";

/** A router with two engines, and what uses it. */
export const router: Readonly<Record<string, string>> = {
  "/src/router.ts": [
    'import { parsePath } from "./paths.ts";',
    "",
    "/** Sends requests to handlers. */",
    "export class Router<T> {",
    "  readonly routes: T[] = [];",
    "  add(path: string, handler: T): this {",
    "    parsePath(path);",
    "    this.routes.push(handler);",
    "    return this;",
    "  }",
    "  dispatch(path: string): T | undefined {",
    "    const parts = parsePath(path);",
    "    const pick = (index: number) => this.routes[index];",
    "    return pick(parts.length);",
    "  }",
    "}",
    "",
  ].join("\n"),
  "/src/paths.ts": [
    "export function parsePath(path: string): string[] {",
    '  return trimmed(path).split("/");',
    "}",
    "",
    "function trimmed(path: string, map = (text: string) => text): string {",
    "  return map(path).trim();",
    "}",
    "",
    "export function even(n: number): boolean {",
    "  return n === 0 || odd(n - 1);",
    "}",
    "export function odd(n: number): boolean {",
    "  return n !== 0 && even(n - 1);",
    "}",
    "",
  ].join("\n"),
  "/src/app.ts": [
    'import { z } from "zod";',
    'import { Router } from "./router.ts";',
    "",
    "export const router = new Router<string>();",
    "export function start(anything: any) {",
    '  router.add("/", "home");',
    '  anything.add("/", 1);',
    "  return z.string();",
    "}",
    "",
  ].join("\n"),
  "/src/app.test.ts": 'import { start } from "./app.ts";\n\ntest("starts", () => start({}));\n',
  "/src/shop.py": [
    "class Shop:",
    "    def price(self, name):",
    "        return self.table[name]",
    "    def total(self, names):",
    "        return sum(self.price(name) for name in names)",
    "",
  ].join("\n"),
  "/lib/engine.rs": "pub fn ignite(n: u32) -> u32 { n }\nfn main() { ignite(1); }\n",
};

export interface OpenSymbols extends Partial<CodeToolsOptions> {
  readonly files?: Readonly<Record<string, string>> | undefined;
  readonly session?: Partial<SessionOptions> | undefined;
}

/** A session with the code tools over some files. For tests only. */
export function openSymbols({ files = router, session: how, ...options }: OpenSymbols = {}) {
  const backend = options.backend ?? memoryBackend({ files: { ...files } });
  const session = openSession(createRegistry([...codeTools({ ...options, backend })]), { policy: allow(), ...how });
  const call = async (name: string, input: object) => {
    const result = await session.call(name, input);
    if (!result.ok) throw result.error;
    return result;
  };
  return {
    backend,
    session,
    output: async <T>(name: string, input: object) => (await call(name, input)).output as T,
    text: async (name: string, input: object): Promise<string> => contentText((await call(name, input)).content),
  };
}
