import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ServerStatus, Servers } from "@holdall/mcp/client";
import type { Finding } from "./finding.ts";

/** How every MCP server stands, and what would help. */
export function checkServers(servers: Servers | undefined, ignored: readonly string[], root: string): Finding[] {
  const findings = (servers?.status() ?? []).map(findingOf);
  const left = ignored.map((text): Finding => ({ name: "mcp servers", state: "missing", text, fix: "see the note" }));
  const found = join(root, ".mcp.json");
  const unread: Finding[] =
    existsSync(found) && !servers
      ? [
          {
            name: "mcp servers",
            state: "missing",
            text: `${found} exists; no program in it is started`,
            fix: `--mcp-config ${found} says that you trust it`,
          },
        ]
      : [];
  return [...findings, ...left, ...unread];
}

function findingOf({ name, state, tools, changes, problem, protocol }: ServerStatus): Finding {
  const finding = { name: `mcp ${name}` };
  if (state === "off") return { ...finding, state: "missing", text: "switched off", fix: "set enabled to true" };
  if (state !== "connected") {
    const isLogin = problem?.code === "permission_denied";
    const fix = isLogin ? `holdall mcp login ${name}` : (problem?.hint ?? "see what it says");
    return { ...finding, state: "missing", text: problem?.message ?? state, fix };
  }
  const text = `${tools.length} tools, protocol ${protocol}`;
  if (changes.length === 0) return { ...finding, state: "works", text };
  const changed = changes.map(({ tool }) => tool).join(", ");
  const fix = `holdall mcp shows what; holdall mcp accept ${name}`;
  return { ...finding, state: "missing", text: `${text}; changed and disabled: ${changed}`, fix };
}
