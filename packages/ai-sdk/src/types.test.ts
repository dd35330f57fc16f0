import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
const installed = resolve(import.meta.dirname, "../node_modules");
const tsc = (...args: string[]) => spawnSync(join(root, "node_modules/.bin/tsc"), args, { encoding: "utf8" }).stdout;

const consumer = `
import { allow, createRegistry, defineTool, openSession, passthroughSchema, type Schema, type Session } from "@holdall/tool-core";
import { type AiOutput, deferTools, type ToolCatalog, toAiTools, toolApproval } from "./dist/index.js";
import { generateText, streamText, type InferUITools, type LanguageModel, type ToolSet, type UIMessage } from "ai";
declare const session: Session;
declare const model: LanguageModel;
const tools: ToolSet = toAiTools(session, { dialect: "claude", only: ["Read"] });
export const text = generateText({ model, prompt: "go", tools: { ...tools, ...toAiTools(session) } });
export const stream = streamText({ model, prompt: "go", tools });
export const rules = toolApproval(session);
declare const catalog: ToolCatalog;
export const deferred = generateText({ model, prompt: "go", ...deferTools(session, catalog) });
export const marked = streamText({ model, prompt: "go", ...deferTools(session, catalog, { by: "anthropic" }) });
declare const article: Schema<{ article: string; count: number }, { article: string; count?: number }>;
const about = { category: "shop", description: "Look up a price." };
const findPrice = defineTool({ ...about, name: "find_price", input: article, execute: ({ count }) => ({ cents: 490 * count }) });
const listPrices = defineTool({ ...about, name: "list_prices", input: passthroughSchema<object>({}), execute: () => [490] });
const registry = createRegistry([findPrice, listPrices]);
const shop = openSession(registry, { policy: allow() });
const known = toAiTools(shop);
export const asSet: ToolSet = known;
type Known = InferUITools<typeof known>;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export const keys: Same<keyof Known, "find_price" | "list_prices"> = true;
export const input: Same<Known["find_price"]["input"], { article: string; count?: number }> = true;
export const output: Same<Known["find_price"]["output"], AiOutput<{ cents: number }>> = true;
export const unknownInput: Same<Known["list_prices"]["input"], unknown> = true;
export function show({ parts }: UIMessage<unknown, never, Known>) {
  for (const part of parts) {
    if (part.type !== "tool-find_price" || part.state !== "output-available") continue;
    const { input, output } = part;
    return "cents" in output ? \`\${input.article}: \${output.cents}\` : "error" in output ? output.error.hint : output.progress.message;
  }
  return undefined;
}
const done = await generateText({ model, prompt: "go", tools: known });
for (const call of done.toolCalls) if (!call.dynamic && call.toolName === "find_price") call.input.article.trim();
export const one: Same<keyof InferUITools<ReturnType<typeof pick>>, "find_price"> = true;
const pick = () => toAiTools(shop, { only: ["find_price"] });
export const spelled: Same<ReturnType<typeof inClaude>, ToolSet> = true;
const inClaude = () => toAiTools(shop, { dialect: "claude" });
const inCamel = () => toAiTools(openSession(registry, { policy: allow(), dialect: "camel" }));
export const camel: Same<ReturnType<typeof inCamel>, ToolSet> = true;
export const spread = generateText({ model, prompt: "go", tools: { ...known, ...toAiTools(session) } });
// @ts-expect-error there is no such tool
known.find_prices;
// @ts-expect-error the declarations say what it is, not any
export const wrong: number = toAiTools(session);
`;

const onlySeven = `import { toolSearch } from "ai";
export const found = generateText({ model, prompt: "go", ...deferTools(session, catalog, { by: toolSearch }) });
export const asked = generateText({ model, prompt: "go", tools, toolApproval: { ...rules, other: "denied" } });\n`;

let folder = "";
let problems: string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "holdall-types-"));
  const project = resolve(import.meta.dirname, "../tsconfig.json");
  expect(tsc("-p", project, "--emitDeclarationOnly", "--outDir", join(folder, "dist"))).toBe("");
  for (const file of globSync(join(folder, "dist/*.d.ts"))) {
    writeFileSync(file, readFileSync(file, "utf8").replace(/(from "\.\/[^"]*)\.ts"/g, '$1.js"'));
  }
  writeHost(6, consumer);
  writeHost(7, consumer + onlySeven);
  const compilerOptions = { noEmit: true, declaration: false, rootDir: "/", types: [], skipLibCheck: false };
  const files = ["6/consumer.ts", "7/consumer.ts"];
  const config = { extends: join(root, "tsconfig.base.json"), compilerOptions, files };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  // One run for both: they share the language's and the platform's declarations.
  problems = tsc("-p", folder).split("\n");
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true }));

/** A project that has one version of the SDK and the declarations. */
function writeHost(version: number, source: string): void {
  const host = join(folder, String(version));
  mkdirSync(join(host, "node_modules/@holdall"), { recursive: true });
  symlinkSync(resolve(installed, `ai${version}`), join(host, "node_modules/ai"));
  symlinkSync(join(root, "packages/tool-core"), join(host, "node_modules/@holdall/tool-core"));
  cpSync(join(folder, "dist"), join(host, "dist"), { recursive: true });
  writeFileSync(join(host, "package.json"), '{ "type": "module" }');
  writeFileSync(join(host, "consumer.ts"), source);
}

it.each([6, 7])("the declarations typecheck under ai %i", (version) => {
  // Only what is ours: with library checks on, the SDK's own declarations are checked too.
  const ours = join(basename(folder), String(version));
  expect(problems.filter((line) => line.includes(ours))).toEqual([]);
});
