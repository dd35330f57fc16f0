import type { Json } from "@holdall/tool-core";
import type { AgentWorkspace } from "../port/index.ts";
import type { AgentNode } from "./agent-node.ts";

/** Changes of an agent that are not merged. */
export interface Unmerged {
  readonly agent: string;
  readonly files: readonly string[];
  /** What its workspace is reopened from in another process; null if it could not be kept. */
  readonly saved: Json;
  /** Its workspace, if the agent has worked in this process, or once it is reopened. */
  readonly workspace?: AgentWorkspace | undefined;
}

/** Keep what an agent has not merged with the session. An agent within another's files cannot be reopened without those. */
export async function keepUnmerged(
  unmerged: Map<string, Unmerged>,
  { id, agent, parent, workspace }: Pick<AgentNode, "id" | "agent" | "parent" | "workspace">,
): Promise<void> {
  const files = (await workspace?.changes())?.map(({ path }) => path) ?? [];
  if (files.length === 0) return void unmerged.delete(id);
  const saved = parent?.workspace ? undefined : await workspace?.save?.().catch(() => undefined);
  unmerged.set(id, { agent: agent.name, files, saved: saved ?? null, workspace });
}

export const writeUnmerged = (unmerged: ReadonlyMap<string, Unmerged>): Json =>
  [...unmerged].map(([id, { agent, files, saved }]) => ({ id, agent, files: [...files], saved }));

/** What `writeUnmerged` has written. Entries that are not of its shape are left out. */
export function parseUnmerged(json: Json | undefined): Map<string, Unmerged> {
  const found = new Map<string, Unmerged>();
  for (const entry of Array.isArray(json) ? json : []) {
    const { id, agent, files, saved } = Object(entry) as Record<string, Json | undefined>;
    if (typeof id !== "string" || typeof agent !== "string" || !Array.isArray(files)) continue;
    found.set(id, { agent, files: files.filter((file) => typeof file === "string"), saved: saved ?? null });
  }
  return found;
}
