import { foldName, type Registry, ToolError } from "@holdall/tool-core";
import { type CatalogEntry, type Need, type PresetName, toolCatalog } from "../catalog.ts";

/** What is needed, and the next step: with the command line, and in code. */
const needs: Readonly<Record<Need, readonly [what: string, step: string]>> = {
  channel: [
    "a channel for messages",
    "add one to ~/.config/holdall/messages.yaml, see `holdall doctor`; in code, pass `messages` to the preset",
  ],
  database: [
    "a database for schedules and workflows",
    "start holdall with --database pglite:DIR or postgres://…; in code, pass `orchestration` to the preset",
  ],
  linter: [
    "a language server or a linter",
    "work on files on disk; in code, pass `linters` or `servers` to the preset",
  ],
  mail: [
    "a mail server",
    "add `email` to ~/.config/holdall/messages.yaml, see `holdall doctor`; in code, pass `messages` to the preset",
  ],
  model: [
    "a model for agents, or an agent that is a program",
    "use holdall chat, or holdall run with --model, or name a program in ~/.config/holdall/agents.yaml; in code, pass `agents` to the preset",
  ],
  notes: ["a folder for notes", "start holdall with --memory DIR; in code, pass `memory` to the preset"],
  person: [
    "a user who can be asked",
    "use holdall chat, or holdall serve in a client that shows forms; in code, pass `interact` to the preset",
  ],
  server: [
    "an MCP server",
    "name one with --mcp-config FILE, or in `mcp_servers` of the configuration; in code, use @holdall/mcp/client",
  ],
  shell: [
    "a shell on this machine",
    "work on files on disk, with a sandbox where the preset demands one; in code, pass `shell` to the preset",
  ],
  skill: [
    "a skill",
    "put its folder in ~/.config/holdall/skills, see `holdall skills`; in code, pass `skills` to the preset",
  ],
  "stock-key": [
    "a key of a provider of stock prices",
    "set FINNHUB_API_KEY, TWELVE_DATA_API_KEY or ALPHA_VANTAGE_API_KEY, see `holdall doctor`",
  ],
  web: [
    "the web, which is off in this session",
    "turn it on: `web: { enabled: true }`; in code, leave out `web: false`",
  ],
};

/** The tool of the catalog that answers to a name. */
export function entryOf(name: string): CatalogEntry | undefined {
  const wanted = foldName(name);
  return toolCatalog().find((each) => foldName(each.name) === wanted || each.others.includes(wanted));
}

/** What a tool needs beside the installation, and how to get it with the command line. */
export function neededFor({ needs: need }: Pick<CatalogEntry, "needs">): string | undefined {
  const [what, step = ""] = need === undefined ? [] : needs[need];
  return what && `needs ${what}: ${step.replace(/[;,] in code, .*/, "")}`;
}

/** Why a tool of the catalog is not in a session of a preset, and the next step; undefined for a name that is not there. */
export function explainMissing(called: string, preset: PresetName): ToolError | undefined {
  const entry = entryOf(called);
  if (!entry) return undefined;
  const { name, presets } = entry;
  if (!presets.includes(preset)) {
    return new ToolError("unavailable", `The preset ${preset} does not have ${name}.`, {
      hint: `Do without it, or tell the user: it is in ${presets.join(" and ")}, chosen with --preset.`,
    });
  }
  const [what, step] = entry.needs === undefined ? [] : needs[entry.needs];
  if (what === undefined) return undefined;
  return new ToolError("unavailable", `${name} needs ${what}.`, { hint: `Tell the user how to get it: ${step}.` });
}

/** Why a tool that options have left out is not there. */
export const leftOut = (tool: string) =>
  new ToolError("unknown_tool", `The tool ${tool} is not included here.`, {
    hint: "Try another approach, or tell the user.",
  });

/** The error of an option that leaves out a tool which the preset does not have. */
export function unknownTool(tool: string, preset: string, registry: Registry): ToolError {
  const names = registry.tools().map(({ name }) => name);
  return new ToolError("unknown_tool", `The ${preset} preset has no tool ${tool} to leave out.`, {
    hint: `Its tools are ${names.join(", ")}.`,
  });
}
