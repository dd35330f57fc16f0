import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
const installed = resolve(import.meta.dirname, "../node_modules");
const tsc = (...args: string[]) => spawnSync(join(root, "node_modules/.bin/tsc"), args, { encoding: "utf8" }).stdout;

const consumer = `
import type { Session } from "@holdall/tool-core";
import { deferTools, type ToolCatalog, toAiTools, toolApproval } from "./dist/index.js";
import { generateText, streamText, type LanguageModel, type ToolSet } from "ai";
declare const session: Session;
declare const model: LanguageModel;
const tools: ToolSet = toAiTools(session, { dialect: "claude", only: ["Read"] });
export const text = generateText({ model, prompt: "go", tools: { ...tools, ...toAiTools(session) } });
export const stream = streamText({ model, prompt: "go", tools });
export const rules = toolApproval(session);
declare const catalog: ToolCatalog;
export const deferred = generateText({ model, prompt: "go", ...deferTools(session, catalog) });
export const marked = streamText({ model, prompt: "go", ...deferTools(session, catalog, { by: "anthropic" }) });
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
