import { sha256Hex } from "@holdall/tool-kit";
import type { Tool as McpTool } from "@modelcontextprotocol/client";

/** The definition of a server's tool, as models see it and as it was accepted. */
export type Definition = Pick<McpTool, "name" | "title" | "description" | "inputSchema" | "annotations">;

export interface Pin {
  readonly fingerprint: string;
  readonly definition: Definition;
}

/** Stores the accepted definitions. */
export interface Pins {
  get(server: string, tool: string): Promise<Pin | undefined>;
  set(server: string, pins: readonly Pin[]): Promise<void>;
}

/** The pinned part of a definition. Other parts, such as icons, may change freely. */
export const definitionOf = ({ name, title, description, inputSchema, annotations }: McpTool): Definition => ({
  name,
  title,
  description,
  inputSchema,
  annotations,
});

/** Pin a definition by a hash of its pinned part. */
export async function pinOf(tool: McpTool): Promise<Pin> {
  const definition = definitionOf(tool);
  return { fingerprint: await sha256Hex(canonical(definition)), definition };
}

/** Create pins in memory: a change is detected while the process runs. */
export function memoryPins(): Pins {
  const known = new Map<string, Pin>();
  return {
    get: async (server, tool) => known.get(`${server}\0${tool}`),
    async set(server, pins) {
      for (const pin of pins) known.set(`${server}\0${pin.definition.name}`, pin);
    },
  };
}

/** JSON with sorted keys: the same definition is the same text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
}
