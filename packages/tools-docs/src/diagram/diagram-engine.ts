import type { DiagramEngine } from "../engine/engines.ts";
import { nodeThread } from "../engine/node-thread.ts";

const nodeDiagrams: DiagramEngine = {
  what: "Diagrams",
  packages: "mermaid linkedom beautiful-mermaid",
  open: () => nodeThread((ending) => new URL(`./diagram-worker${ending}`, import.meta.url), "Diagrams"),
};

/** Mermaid in a thread of Node. */
export function defaultDiagramEngine(): DiagramEngine {
  return nodeDiagrams;
}
