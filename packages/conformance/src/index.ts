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
export { type DescribeAdapterOptions, describeAdapter } from "./adapter/describe-adapter.ts";
export type { BackendCase, BackendFixture } from "./backend-case.ts";
export { backendCases } from "./backend-cases.ts";
export { type DescribeBackendOptions, describeBackend } from "./describe-backend.ts";
export { type DescribeExtensionOptions, describeExtension } from "./describe-extension.ts";
export { type DescribeToolsOptions, describeTools } from "./tool/describe-tools.ts";
export type { ToolCase, ToolFixture } from "./tool/tool-case.ts";
export { toolCases } from "./tool/tool-cases.ts";
export { type CopiedTree, describeTreeCopies } from "./trees/describe-tree-copies.ts";
export { type HostileTree, hostileLinks } from "./trees/hostile-tree.ts";
export { withPlainWalks } from "./walks/reference-walks.ts";
export { withoutWalks } from "./walks/remove-walks.ts";
