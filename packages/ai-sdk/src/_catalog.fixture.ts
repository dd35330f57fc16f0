import {
  allow,
  createRegistry,
  type Dialect,
  defineTool,
  openSession,
  type Session,
  type Tool,
} from "@holdall/tool-core";
import { loadedTools, markLoaded } from "@holdall/tool-search/port";
import * as z from "zod";
import type { ToolCatalog } from "./defer-tools.ts";

/** A session with a tool that is always there, two that wait, and a search that finds by name: no more than a catalogue promises. */
export function openCatalogSession({ waits = true, dialect = "snake" as Dialect } = {}) {
  const harmless = { category: "test", hints: { readOnly: true, openWorld: false } };
  const note = defineTool({
    ...harmless,
    name: "read_note",
    description: "Read a note.",
    input: z.object({}),
    execute: () => "a note",
  });
  const far = ["book_room", "send_mail"].map((name) =>
    defineTool({
      ...harmless,
      name,
      description: `${name}.`,
      input: z.object({ target_name: z.string() }),
      access: () => [{ action: "write", target: `/${name}` }],
      execute: ({ target_name }) => `${name} ${target_name}`,
    }),
  );
  const registry = createRegistry();
  const search = defineTool({
    ...harmless,
    name: "tool_search",
    description: "Find tools.",
    input: z.object({ query: z.string(), limit: z.int().optional() }),
    execute({ query }, ctx) {
      const found = registry.list(dialect).filter(({ tool }) => query.includes(tool));
      markLoaded(
        ctx,
        found.map(({ tool }) => tool),
      );
      return { tools: found.map(({ name, tool, inputSchema }) => ({ name, tool, input_schema: inputSchema })) };
    },
    render: ({ tools }) => `Found ${tools.map(({ name }) => name).join(", ") || "nothing"}.`,
  });
  const bridge = { ...note, name: "tool_call" };
  registry.add(...([...far, note, search, bridge] as Tool[]));
  const isDeferred = ({ name }: Tool) => waits && far.some((tool) => tool.name === name);
  const catalog: ToolCatalog = {
    isDeferred,
    expose: (at) =>
      [
        ...registry.tools().filter((tool) => !isDeferred(tool)),
        ...[...at.state(loadedTools)].flatMap((name) => far.find((tool) => tool.name === name) ?? []),
      ] as Tool[],
  };
  const open = (restore?: ReturnType<Session["snapshot"]>) =>
    openSession(registry, { policy: allow(), dialect, ...(restore && { restore }) });
  return { catalog, session: open(), open };
}
