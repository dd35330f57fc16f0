import { createHash } from "node:crypto";
import { ToolError } from "@holdall/tool-core";
import type { Tool as McpTool } from "@modelcontextprotocol/client";
import { privateFile } from "./private-file.ts";

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

/** Get the pinned part of a definition. Other parts, such as icons, may change freely. */
export function pinOf({ name, title, description, inputSchema, annotations }: McpTool): Pin {
  const definition = { name, title, description, inputSchema, annotations };
  return { fingerprint: createHash("sha256").update(canonical(definition)).digest("hex"), definition };
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

/** Create pins in a file that only its owner can read, written atomically. */
export function filePins(path: string): Pins {
  const file = privateFile(path);
  let read: Promise<Record<string, unknown>> | undefined;
  return {
    async get(server, tool) {
      read ??= file.read();
      const of = (await read)[server];
      if (of === undefined) return undefined;
      if (typeof of !== "object" || of === null) throw damaged(path);
      const pin: unknown = Object.hasOwn(of, tool) ? (of as Record<string, unknown>)[tool] : undefined;
      if (pin !== undefined && !isPin(pin)) throw damaged(path);
      return pin;
    },
    async set(server, pins) {
      if (pins.length === 0) return;
      await file.update((all) => {
        const of = Object(all[server] ?? {}) as Record<string, Pin>;
        return { ...all, [server]: { ...of, ...Object.fromEntries(pins.map((pin) => [pin.definition.name, pin])) } };
      });
      read = undefined;
    },
  };
}

const isPin = (value: unknown): value is Pin =>
  typeof value === "object" &&
  value !== null &&
  "fingerprint" in value &&
  typeof value.fingerprint === "string" &&
  "definition" in value;

const damaged = (path: string) =>
  new ToolError("parse_error", `The file ${path} does not have the content that was written to it.`, {
    hint: "Delete it, and check what the servers offer before you use their tools again.",
  });

/** JSON with sorted keys: the same definition is the same text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
}
