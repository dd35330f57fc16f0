import { type Backend, basename, comparePaths, type Entry, ToolError, toPath } from "@holdall/tool-core";
import { unlessMissing } from "@holdall/tool-kit/backends";
import { quoteTexts, splitFrontMatter } from "@holdall/tool-kit/text";
import { parse, parseDocument } from "yaml";
import * as z from "zod";
import type { Agent } from "./agent.ts";
import { answersTo } from "./tool-names.ts";

export interface LoadAgentsOptions {
  readonly backend: Backend;
  /** A folder with one `.md` file per agent, such as `/project/.claude/agents`. */
  readonly folder: string;
  /**
   * The maximum permissions of an agent in a file. A file sets a name, a description and instructions, and can only remove
   * tools and turns.
   */
  readonly base: Omit<Agent, "name" | "description" | "instructions">;
  /** The runner's models that a file can name. */
  readonly models?: readonly string[] | undefined;
  /** Agents of the host. A file with one of their names is ignored. */
  readonly besides?: readonly Agent[] | undefined;
}

export interface LoadedAgents {
  readonly agents: readonly Agent[];
  /** What was ignored, and why, for the user. */
  readonly notes: readonly string[];
}

const names = z.union([
  z.array(z.string()),
  z.string().transform((list) =>
    list
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean),
  ),
]);
const front = z.looseObject({
  name: z.string().regex(/^[a-z0-9][\w-]{0,63}$/),
  description: z.string().min(1),
  tools: names.optional(),
  disallowedTools: names.optional(),
  model: z.string().optional(),
  maxTurns: z.int().positive().optional(),
});

/**
 * Load agents from files with front matter, in the format of Claude Code. The files belong to a project and are not trusted:
 * they can restrict `base` but not extend it.
 */
export async function loadAgents({
  backend,
  folder,
  base,
  models = [],
  besides = [],
}: LoadAgentsOptions): Promise<LoadedAgents> {
  const place = toPath(folder);
  const found = (await unlessMissing(listed(backend, place))) ?? [];
  const agents: Agent[] = [];
  const notes: string[] = [];
  for (const { path } of found
    .filter(({ path }) => path.endsWith(".md"))
    .sort((a, b) => comparePaths(a.path, b.path))) {
    const name = basename(path);
    try {
      const { bytes } = await backend.read(path);
      const { agent, unused } = readAgent(new TextDecoder("utf-8", { fatal: true }).decode(bytes), base, models);
      if ([...besides, ...agents].some((each) => each.name === agent.name)) {
        notes.push(`${name}: not used, because there is already an agent ${agent.name}.`);
        continue;
      }
      agents.push(agent);
      if (unused.length > 0) notes.push(`${name}: ${unused.join(", ")} not used.`);
    } catch (error) {
      notes.push(`${name}: not used. ${ToolError.is(error) ? error.message : "It cannot be read as an agent."}`);
    }
  }
  return { agents, notes };
}

async function listed(backend: Backend, place: ReturnType<typeof toPath>): Promise<Entry[]> {
  const files: Entry[] = [];
  for await (const entry of backend.list(place)) if (entry.kind === "file") files.push(entry);
  return files;
}

const known = new Set(["name", "description", "tools", "disallowedTools", "model", "maxTurns", "color"]);

function readAgent(text: string, base: LoadAgentsOptions["base"], models: readonly string[]) {
  const parts = splitFrontMatter(text);
  if (!parts) throw new ToolError("parse_error", "It does not start with front matter between two lines `---`.");
  const isValid = (yaml: string) => parseDocument(yaml).errors.length === 0;
  const { yaml } = isValid(parts.yaml) ? parts : quoteTexts(parts.yaml, isValid);
  const read = front.safeParse(parse(yaml));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new ToolError("parse_error", `Its front matter is invalid: ${issue?.path.join(".")}: ${issue?.message}.`);
  }
  const { name, description, tools, disallowedTools = [], model, maxTurns, ...rest } = read.data;
  const unused = Object.keys(rest).filter((key) => !known.has(key));
  const isChoice = model !== undefined && models.includes(model);
  if (model !== undefined && !isChoice && model !== "inherit") unused.push(`model ${model}`);
  const refused = disallowedTools.map(bareName);
  const turns = Math.min(maxTurns ?? Number.POSITIVE_INFINITY, base.limits?.turns ?? 30);
  const agent: Agent = {
    ...base,
    name,
    description,
    instructions: parts.body.trim(),
    ...(tools && { tools: tools.map(bareName) }),
    without: (tool) =>
      answersTo(tool, refused) ||
      !(base.tools === undefined || answersTo(tool, base.tools)) ||
      (base.without?.(tool) ?? false),
    ...(isChoice && { model }),
    limits: { ...base.limits, turns },
  };
  return { agent, unused };
}

/** `Bash(git log:*)` names the tool Bash. What it would allow of it is for the host's rules to say. */
const bareName = (name: string): string => name.replace(/\(.*$/, "").trim();
