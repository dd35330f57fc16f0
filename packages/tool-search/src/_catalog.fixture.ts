import { allow, createRegistry, type Dialect, openSession, type SessionOptions, type Tool } from "@holdall/tool-core";
import { office } from "./_office.fixture.ts";
import { createCatalog } from "./catalog.ts";
import { toolCall } from "./tool-call.ts";
import { toolSearch } from "./tool-search.ts";

interface OfficeOptions {
  readonly more?: readonly Tool[];
  readonly defer?: (tool: Tool) => boolean | "always";
  readonly dialect?: Dialect;
  readonly session?: Partial<SessionOptions>;
}

/** The office with a catalogue that keeps some of it back, a session, and the same session in another process. */
export function openOffice({ more = [], defer, dialect = "snake", session: options }: OfficeOptions = {}) {
  const registry = createRegistry([...office, ...more]);
  const catalog = createCatalog(registry, { threshold: 0, ...(defer && { defer }) });
  registry.add(toolSearch({ registry, dialect, deferred: catalog.isDeferred }) as Tool, toolCall({ registry }) as Tool);
  const session = openSession(registry, { policy: allow(), dialect, ...options });
  const restored = () => openSession(registry, { policy: allow(), dialect, restore: session.snapshot() });
  return { registry, catalog, session, restored };
}
