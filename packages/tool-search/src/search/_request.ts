import type { Dialect, Registry, Tool } from "@holdall/tool-core";
import * as z from "zod";
import type { FinderOptions } from "./_finder.ts";

/** A server whose tools are not available. */
export interface UnavailableServer {
  readonly server: string;
  /** The state as text: `connecting`, `disabled`, `failed: exit code 1`. */
  readonly status: string;
  /** How to make it available again. */
  readonly fix?: string | undefined;
}

export interface ToolSearchOptions extends FinderOptions {
  /** The registry to search. It may contain this tool. */
  readonly registry: Registry;
  /** The spelling of tools for the model. Defaults to the session's. */
  readonly dialect?: Dialect;
  /** The tools that the model does not see until they are found. Defaults to all except this one. */
  readonly deferred?: (tool: Tool) => boolean;
  readonly unavailable?: () => readonly UnavailableServer[];
}

export type ToolSearchInput = z.infer<typeof toolSearchInput>;
export const toolSearchInput = z.object({
  query: z.string().optional().describe("A capability, as verb and object (`send email`); or `select:name,name`"),
  queries: z.array(z.string()).max(5).optional().describe("Several needs, one capability each"),
  select: z.array(z.string()).max(50).optional().describe("Tools to load by their exact names"),
  mode: z.enum(["auto", "literal", "semantic"]).default("auto").describe("`literal`: by words only"),
  namespace: z.string().optional().describe("Search one server or category only"),
  limit: z.int().min(1).max(20).default(5).describe("For each query; at most 20 together"),
  detail: z.enum(["schema", "summary", "names"]).default("schema").describe("`schema` makes tools callable"),
});
