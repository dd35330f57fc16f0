import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolDocument } from "@holdall/tool-search";

export interface Query {
  readonly q: string;
  /** Names that must be found; where several are in a list, any of them will do. */
  readonly gold: readonly (string | readonly string[])[];
}

export interface ToolSet {
  readonly tools: readonly ToolDocument[];
  readonly queries: readonly Query[];
}

/** Which half of the requests: the engine was made with the one in sight and is judged by the other. */
export type Half = "seen" | "unseen";

const load = (name: string): string =>
  readFileSync(join(import.meta.dirname, `../data/toolsearch-${name}.txt`), "utf8");

/** Our own sets, each of another kind: MCP servers, functions of an API, models of machine learning. */
export const ownSets = { servers: load("servers"), functions: load("functions"), models: load("models") };

/** Read a set: `# server` begins a server, `name(parameters): description` is a tool, `> …` what somebody asks who needs it. */
export function readSet(text: string, half: Half): ToolSet {
  const tools: ToolDocument[] = [];
  const queries: Query[] = [];
  let namespace: string | undefined;
  for (const line of text.split("\n")) {
    const [, name = "", parameters = "", description = ""] = /^([\w-]+)\((.*?)\): (.+)$/.exec(line) ?? [];
    if (line.startsWith("# ")) namespace = line.slice(2);
    else if (line.startsWith("> ")) queries.push({ q: line.slice(2), gold: [tools.at(-1)!.name] });
    else if (name) tools.push({ name, description, parameters: parameters.split(", "), namespace });
  }
  return { tools, queries: queries.filter(({ q }) => halfOf(q) === half) };
}

/** By the text alone, so that a new request moves no other one. */
function halfOf(request: string): Half {
  let sum = 0;
  for (let at = 0; at < request.length; at++) sum = (sum * 31 + request.charCodeAt(at)) % 65521;
  return sum % 2 === 0 ? "seen" : "unseen";
}
