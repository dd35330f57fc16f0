import { missingEngine } from "../engine/engines.ts";

/** Stands in for diagram-engine.ts in bundles for browsers. Throws `unavailable`. */
export function defaultDiagramEngine(): never {
  throw missingEngine({
    what: "Diagrams",
    packages: "mermaid linkedom beautiful-mermaid",
    option: "diagrams: browserDiagrams",
    entry: "browser-diagrams",
  });
}
