export type { Access } from "./access.ts";
export type { Approval, ApprovalRequest, Approve } from "./approval.ts";
export type { Backend, BackendCan, ByteRange, FileBytes, Io } from "./backend.ts";
export { type ContentPart, contentText, text } from "./content.ts";
export type { Progress, ToolContext } from "./context.ts";
export { type AnthropicTool, type OpenAITool, toAnthropic, toOpenAI } from "./definitions.ts";
export { type Dialect, foldName } from "./dialect.ts";
export { encodeResult } from "./encode-result.ts";
export type { Entry, FileKind, Stat } from "./entry.ts";
export { abortedError, ToolError, type ToolErrorCode, type ToolErrorDetails, toToolError } from "./error.ts";
export type { ToolEvent } from "./event.ts";
export type { FileBatch, FileCounts, FileQuery, SearchCandidate, TextQuery } from "./file-query.ts";
export { buildInstructions, type InstructionOptions } from "./instructions.ts";
export type { Awaitable, Json, JsonSchema } from "./json.ts";
export type { Call, Middleware, Next } from "./middleware.ts";
export { paramName, toolName } from "./names.ts";
export { nearest } from "./nearest.ts";
export { openSession } from "./open-session.ts";
export { basename, comparePaths, dirname, isWithin, joinPath, type Path, relativePath, toPath } from "./path.ts";
export {
  allow,
  ask,
  type Decision,
  deny,
  firstOf,
  type Policy,
  type PolicyRequest,
  type Scope,
  strictest,
} from "./policy.ts";
export { createRegistry } from "./registry.ts";
export type { MissingReason, Registry, ToolSpec } from "./registry-types.ts";
export { failure, type ToolResult } from "./result.ts";
export type { Sandbox, SandboxLaunch, SandboxLevel, SandboxReport, SandboxRequest } from "./sandbox.ts";
export { passthroughSchema, type Schema, toJsonSchema, type Validated } from "./schema.ts";
export type { CallOptions, CallRequest, Session, SessionOptions, SessionSnapshot } from "./session.ts";
export type { StateKey, StateSnapshot } from "./state.ts";
export {
  type Aliases,
  defineTool,
  type ForeignParam,
  type Hints,
  type Reading,
  type Spelling,
  type Tool,
  type ToolOptions,
  type WrittenCall,
} from "./tool.ts";
