export type { Certainty, CommandAnalysis, Effect, ProgramCall, Risk, Unknown, Wrapper } from "./analysis.ts";
export { type AnalyzeOptions, analyzeCommand } from "./analyze-command.ts";
export { type CodeVersion, type CommandFacts, commandAccess, effectOf, factsOf } from "./command-access.ts";
export type { CommandFiles, FileEntry, FileKind } from "./files/command-files.ts";
