import { nodeThread } from "../_node-thread.ts";
import type { DiagramEngine } from "../engines.ts";

const nodeDiagrams: DiagramEngine = {
  what: "Diagrams",
  packages: "mermaid linkedom beautiful-mermaid",
  open: () => nodeThread((ending) => new URL(`./diagram-worker${ending}`, import.meta.url), "Diagrams"),
};

/** Mermaid in a thread of Node. */
export function defaultDiagramEngine(): DiagramEngine {
  return nodeDiagrams;
}
