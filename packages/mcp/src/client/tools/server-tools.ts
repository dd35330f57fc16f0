import type { Awaitable, Tool } from "@holdall/tool-core";
import { neutralLine } from "@holdall/tool-kit/text";
import type { Tool as McpTool } from "@modelcontextprotocol/client";
import { describeChange } from "../connect/describe-change.ts";
import { definitionOf, type Pin, type Pins, pinOf } from "../connect/pins.ts";
import type { ServerConfig } from "../server-config.ts";
import { isForPageOnly } from "./app-page.ts";
import { createToolNames } from "./tool-names.ts";

/** A tool whose definition differs from the accepted one. It is disabled until a user accepts it. */
export interface ToolChange {
  readonly server: string;
  /** The server's own name for it. */
  readonly tool: string;
  /** For the user: removed and added lines. */
  readonly diff: string;
}

/** The tools of one server that may be used, and those that wait because they have changed. */
export interface ServerTools {
  tools(): readonly Tool[];
  changes(): readonly ToolChange[];
  /** Take over what the server lists: what is as it was accepted, and what is new; what has changed waits. */
  take(listed: readonly McpTool[]): Promise<void>;
  /** Use what waits, under one name or all; returns how many there were. */
  accept(tool?: string): Promise<number>;
}

export interface ServerToolsOptions {
  readonly pins: Pins;
  readonly approveChange: ((change: ToolChange) => Awaitable<boolean>) | undefined;
  readonly maxTools: number;
  readonly make: (mcp: McpTool) => Tool;
  readonly onChange: () => void;
  readonly onError: (error: Error) => void;
}

interface PinnedTool {
  readonly pin: Pin;
  readonly tool: Tool;
}

/** Characters of a definition as JSON: more is not a description of a tool. */
const longestDefinition = 100_000;

export function createServerTools(
  { name: server, allowedTools, apps }: ServerConfig,
  options: ServerToolsOptions,
): ServerTools {
  const { pins, approveChange, maxTools, make, onChange, onError } = options;
  let held: ReadonlyMap<string, PinnedTool> = new Map();
  let waiting: ReadonlyMap<string, { readonly mcp: McpTool; readonly change: ToolChange }> = new Map();

  /** The same tool as before, as long as its definition is. */
  const hold = async (mcp: McpTool): Promise<PinnedTool> => {
    const pin = await pinOf(mcp);
    const before = held.get(mcp.name);
    return before?.pin.fingerprint === pin.fingerprint ? before : { pin, tool: make(mcp) };
  };

  /** How a definition differs from the one that was accepted; `new` when none was. */
  async function compare(mcp: McpTool): Promise<"same" | "new" | ToolChange> {
    const [pin, known] = await Promise.all([pinOf(mcp), pins.get(server, mcp.name)]);
    if (!known) return "new";
    if (known.fingerprint === pin.fingerprint) return "same";
    return { server, tool: mcp.name, diff: describeChange(known.definition, pin.definition) };
  }

  function sift(listed: readonly McpTool[]): McpTool[] {
    const wanted = uniqueByName(listed).filter(
      (mcp) => isAllowed(mcp.name, server, allowedTools) && !(apps && isForPageOnly(mcp)),
    );
    if (wanted.length === 0 && listed.length > 0) onError(noneAllowed(listed, allowedTools));
    const left = wanted.length - maxTools;
    if (left > 0) onError(new Error(`It lists ${wanted.length} tools; the last ${left} are left out.`));
    return wanted.slice(0, maxTools).filter((mcp) => {
      const fits = JSON.stringify(definitionOf(mcp)).length <= longestDefinition;
      if (!fits) onError(new Error(`Its tool ${neutralLine(mcp.name)} has too long a definition, and is left out.`));
      return fits;
    });
  }

  return {
    tools: () => [...held.values()].map(({ tool }) => tool),
    changes: () => [...waiting.values()].map(({ change }) => change),
    async take(listed) {
      const next = new Map<string, PinnedTool>();
      const changed = new Map<string, { mcp: McpTool; change: ToolChange }>();
      const accepted: Pin[] = [];
      for (const mcp of sift(listed)) {
        const found = await compare(mcp);
        if (typeof found === "object" && !(await approveChange?.(found))) changed.set(mcp.name, { mcp, change: found });
        else {
          const kept = await hold(mcp);
          next.set(mcp.name, kept);
          if (found !== "same") accepted.push(kept.pin);
        }
      }
      await pins.set(server, accepted);
      held = next;
      waiting = changed;
      onChange();
    },
    async accept(tool) {
      const chosen = [...waiting.values()].filter(({ mcp }) => tool === undefined || mcp.name === tool);
      if (chosen.length === 0) return 0;
      const accepted = await Promise.all(chosen.map(async ({ mcp }) => [mcp.name, await hold(mcp)] as const));
      await pins.set(
        server,
        accepted.map(([, { pin }]) => pin),
      );
      held = new Map([...held, ...accepted]);
      waiting = new Map([...waiting].filter(([name]) => !accepted.some(([done]) => done === name)));
      onChange();
      return accepted.length;
    },
  };
}

/** Of tools with one name the first counts: a second could stand in for it unseen. */
function uniqueByName(listed: readonly McpTool[]): McpTool[] {
  const seen = new Set<string>();
  return listed.filter(({ name }) => seen.size < seen.add(name).size);
}

/** A list names tools as their server does, or as models know them: `mcp__server__tool`. */
function isAllowed(name: string, server: string, allowed: readonly string[] | undefined): boolean {
  const qualified = [`mcp__${server}__${name}`, createToolNames().tool(server, name)];
  return (
    allowed?.some((pattern) => {
      const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
      const matches = new RegExp(`^${parts.join(".*")}$`, "s");
      return (pattern.startsWith("mcp__") ? qualified : [name]).some((each) => matches.test(each));
    }) ?? true
  );
}

function noneAllowed(listed: readonly McpTool[], allowed: readonly string[] = []): Error {
  const names = listed.slice(0, 10).map(({ name }) => neutralLine(name));
  const more = listed.length > names.length ? ", …" : "";
  return new Error(`allowed_tools (${allowed.join(", ")}) leaves none of its tools: ${names.join(", ")}${more}.`);
}
