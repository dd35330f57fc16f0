export type { Backend, BackendCan, ByteRange, FileBytes } from "./backend/backend.ts";
export type { BackendEntries } from "./backend/entries.ts";
export type { Entry, FileKind, Stat } from "./backend/entry.ts";
export type { FileBatch, FileCounts, FileQuery, SearchCandidate, TextQuery } from "./backend/file-query.ts";
export type { Io } from "./backend/io.ts";
export { encodeResult, resultSchema } from "./call/encode-result.ts";
export { type ContentPart, contentText, text } from "./content.ts";
export type { InnerCallOptions, Progress, ToolContext } from "./context.ts";
export { abortedError, ToolError, type ToolErrorCode, type ToolErrorDetails, toToolError } from "./error.ts";
export type { ToolEvent } from "./event.ts";
export { type Awaitable, isObject, isPromise, type Json, type JsonSchema } from "./json.ts";
export type { Call, Middleware, Next } from "./middleware.ts";
export { notify } from "./notify.ts";
export { basename, comparePaths, dirname, isWithin, joinPath, type Path, relativePath, toPath } from "./path.ts";
export { type Access, type Prepared, preparedOf } from "./policy/access.ts";
export type { Approval, ApprovalRequest, Approve } from "./policy/approval.ts";
export { declareWhole, isWhollyDeclared } from "./policy/declared.ts";
export { foreignContent } from "./policy/foreign-content.ts";
export { type ApprovedPlan, type PlanGrant, type PlanMode, planModeKey } from "./policy/plan-mode.ts";
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
} from "./policy/policy.ts";
export {
  type AnthropicNativeTool,
  type AnthropicOptions,
  type AnthropicTool,
  type OpenAITool,
  toAnthropic,
  toOpenAI,
} from "./registry/definitions.ts";
export { type Dialect, foldName } from "./registry/dialect.ts";
export { buildInstructions, type InstructionOptions } from "./registry/instructions.ts";
export { paramName, toolName } from "./registry/names.ts";
export { isNear, nearest } from "./registry/nearest.ts";
export { createRegistry } from "./registry/registry.ts";
export type {
  NoToolTypes,
  ToolInput,
  ToolName,
  ToolOutput,
  ToolType,
  ToolTypes,
  ToolTypesOf,
} from "./registry/tool-types.ts";
export type { MissingReason, Registry, ToolSource, ToolSpec } from "./registry/types.ts";
export { failure, type ToolResult } from "./result.ts";
export { explainRefusal } from "./schema/explain-refusal.ts";
export type { Refusal, Refused } from "./schema/input-error.ts";
export { passthroughSchema, type Schema, toJsonSchema, type Validated } from "./schema/schema.ts";
export { type ChildOptions, openChild } from "./session/child-sessions.ts";
export { openSession } from "./session/open-session.ts";
export type { CallOptions, CallRequest, Session, SessionOptions, SessionSnapshot } from "./session/session.ts";
export type { StateKey, StateSnapshot } from "./session/state.ts";
export type { NotedText, TextSource } from "./texts/kept-texts.ts";
export { noteUserMessage } from "./texts/note-user-message.ts";
export { mayRepeatOthers } from "./texts/repeated-text.ts";
export type { FoundText, PrivateText, TextSearch } from "./texts/search-texts.ts";
export { type TextsRead, textsRead } from "./texts/texts-read.ts";
export {
  type Aliases,
  defineTool,
  type ForeignCall,
  type ForeignParam,
  type Hints,
  type Reading,
  type Spelling,
  type Tool,
  type ToolOptions,
  type WrittenCall,
} from "./tool.ts";
