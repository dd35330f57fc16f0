export type {
  AdapterCan,
  AdapterCase,
  AdapterCaseContext,
  AdapterFixture,
  AdapterOutcome,
  AdapterRun,
  AdapterRunOptions,
  ModelCall,
  ModelResult,
} from "./adapter/adapter-case.ts";
export { adapterCases } from "./adapter/adapter-cases.ts";
export type { BackendCase, BackendFixture } from "./backend-case.ts";
export { backendCases } from "./backend-cases.ts";
export type { ToolCase, ToolFixture } from "./tool/tool-case.ts";
export { toolCases } from "./tool/tool-cases.ts";
export { withPlainWalks } from "./walks/reference-walks.ts";
export { withoutWalks } from "./walks/remove-walks.ts";
