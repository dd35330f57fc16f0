import type { Path } from "@holdall/tool-core";
import type { Effect, ProgramCall, Unknown } from "../analysis.ts";
import type { CommandFiles } from "../files/command-files.ts";
import type { Folders } from "../files/paths.ts";
import type { Call, KindOf, Meaning } from "../programs/program.ts";

export const maxDepth = 20;

/** What is not known is about files and hosts; which programs run is certain. */
export const onlyFiles = { startsNothing: true };
export const seenFiles = { isSeen: true, startsNothing: true };

export interface ReaderOptions {
  readonly home: string | undefined;
  readonly repository: string | undefined;
  readonly kindOf: KindOf | undefined;
  readonly maxPrograms: number;
  readonly files: CommandFiles | undefined;
  readonly trusted: Path | undefined;
  readonly exported: ReadonlySet<string>;
}

/** One program that runs, with what it does. */
export interface ProgramStep {
  readonly call: Call;
  readonly meaning: Meaning;
}

export interface Reader {
  readonly programs: readonly ProgramCall[];
  readonly steps: readonly ProgramStep[];
  readonly effects: readonly Effect[];
  readonly unknowns: readonly Unknown[];
  read(source: string, folders: Folders): void;
}
