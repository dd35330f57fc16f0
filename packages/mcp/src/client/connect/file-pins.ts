import { ToolError } from "@holdall/tool-core";
import type { Pin, Pins } from "./pins.ts";
import { privateFile } from "./private-file.ts";

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
