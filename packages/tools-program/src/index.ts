export type { ExtractSchema } from "./calls/extract-schema.ts";
export { modelExtractor } from "./calls/model-extractor.ts";
export { type DeclareOptions, declareTools } from "./declarations/declare-tools.ts";
export { typeOfSchema } from "./declarations/type-of-schema.ts";
export type {
  Isolate,
  IsolateAnswer,
  IsolateCall,
  IsolateEnd,
  IsolateError,
  IsolateLimits,
  IsolateProgram,
  IsolateStop,
} from "./isolate/isolate.ts";
export { type QuickJsIsolateOptions, quickJsIsolate } from "./isolate/quickjs-isolate.ts";
export type { ProgramLimits, ProgramToolOptions, TextExtractor, UnfinishedCall } from "./options.ts";
export {
  type AnswerLabel,
  type JournalEntry,
  memoryJournal,
  type OlderLabel,
  type ProgramJournal,
} from "./run/journal.ts";
export type { ProgramOutput } from "./run/output.ts";
export { type ProgramTool, type RunProgramInput, runProgram } from "./run-program.ts";
