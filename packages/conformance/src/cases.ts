export type { BackendCase, BackendFixture } from "./backend-case.ts";
export { backendCases } from "./backend-cases.ts";
