import { allow, ask, createRegistry, firstOf, openSession, type Session, type Tool } from "@holdall/tool-core";
import { conformanceTools } from "./conformance-tools.ts";
import { fixtureTools } from "./tools.ts";

/** A session over all fixture tools; deleting takes approval. */
export function openFixture(tools: readonly Tool[] = [...fixtureTools(), ...conformanceTools()]): Session {
  const policy = firstOf(ask({ actions: ["delete"] }), allow());
  return openSession(createRegistry(tools), { policy });
}
