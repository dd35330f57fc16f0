import { allow, ask, createRegistry, firstOf, openSession, type Session } from "@holdall/tool-core";
import { conformanceTools } from "./conformance-tools.fixture.ts";
import { fixtureTools } from "./tools.fixture.ts";

/** A session over all fixture tools; deleting takes approval. */
export function openFixture(): Session {
  const registry = createRegistry(fixtureTools());
  registry.add(...conformanceTools(registry));
  return openSession(registry, { policy: firstOf(ask({ actions: ["delete"] }), allow()) });
}
