import { foldName } from "@holdall/tool-core";
import { contentHash, toHex } from "@holdall/tool-kit";
import { bytesOf } from "../bounds/bytes.ts";

const longest = 64;
const longestServer = 24;

/** Tells names apart that are cut alike; it protects nothing. */
const hashOf = (text: string): string => toHex(bytesOf(contentHash(bytesOf(text)))).slice(0, 8);
const plain = (text: string): string => text.replace(/[^A-Za-z0-9_-]/g, "_");

/** Gives each server and each tool a name that no other has, however names are folded. */
export interface ToolNames {
  /** The server's part of its tools' names. Never holds `__`, so that a rule for one server meets no other. */
  server(name: string): string;
  /** `mcp__server__tool`; the same for the same tool as long as this lives. */
  tool(server: string, tool: string): string;
}

/** Letters, digits, `_` and `-`, at most 64; what is cut or collides ends in a hash of the original. */
export function createToolNames(): ToolNames {
  const given = new Map<string, string>();
  const taken = new Set<string>();
  const claim = (key: string, readable: string, room: number, unique: (name: string) => string): string => {
    const known = given.get(key);
    if (known !== undefined) return known;
    const fits = readable.length <= room && readable !== "";
    const free = fits && !taken.has(unique(readable));
    const name = free ? readable : `${readable.slice(0, room - 9)}_${hashOf(key)}`;
    taken.add(unique(name));
    given.set(key, name);
    return name;
  };

  const names: ToolNames = {
    server(name) {
      const readable = plain(name)
        .replace(/_{2,}/g, "_")
        .replace(/^_+|_+$/g, "");
      return claim(name, readable, longestServer, (part) => `server ${foldName(part)}`);
    },
    tool(server, tool) {
      const prefix = `mcp__${names.server(server)}__`;
      const whole = (part: string) => foldName(prefix + part);
      return prefix + claim(`${server}\0${tool}`, plain(tool), longest - prefix.length, whole);
    },
  };
  return names;
}
