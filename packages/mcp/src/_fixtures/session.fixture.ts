import { allow, ask, createRegistry, firstOf, openSession, type Session } from "@holdall/tool-core";
import { inputTools } from "./conformance-input.fixture.ts";
import { taskTools } from "./conformance-tasks.fixture.ts";
import { conformanceTools } from "./conformance-tools.fixture.ts";
import { fixtureTools } from "./tools.fixture.ts";

/** A session over all fixture tools; deleting takes approval. */
export function openFixture(): Session {
  const registry = createRegistry(fixtureTools());
  registry.add(...conformanceTools(registry), ...inputTools(), ...taskTools());
  return openSession(registry, { policy: firstOf(ask({ actions: ["delete"] }), allow()) });
}
