import type { Path } from "@holdall/tool-core";
import type { Diagnostic } from "./lints/diagnostic.ts";

/** A place in a text. Lines and columns count from 1; a column counts UTF-16 units, as JavaScript strings do. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Half-open: `end` is the position behind the last character. */
export interface TextRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

export interface FilePosition extends TextPosition {
  readonly path: Path;
}

export interface CodeLocation {
  readonly path: Path;
  /** The name itself, where the server tells it apart from the whole. */
  readonly range: TextRange;
  /** All of the declaration, body included, where the server says. */
  readonly whole?: TextRange | undefined;
  /** The package whose installed file it is: not code of the project. */
  readonly external?: string | undefined;
}

/** One side of a call, with the places where it is made. */
export interface CodeCall {
  readonly name: string;
  /** In words, such as `function`, `method`, `class`, `module`. */
  readonly kind: string;
  /** Where the caller (or, of outgoing calls, the callee) is declared. */
  readonly declared: CodeLocation;
  /** The file in which `sites` lie: that of the caller. */
  readonly path: Path;
  readonly sites: readonly TextRange[];
}

/** How far the answer reaches. */
export interface Searched {
  /** The configuration files, or folders, of the projects that the server was made to load. */
  readonly projects: readonly Path[];
  /** False where the server has left something out: a project that it would not load, an answer cut, a file outside. */
  readonly complete: boolean;
  /** Locations that were dropped because they lie outside of the roots. */
  readonly outside: number;
}

/** Why there is no answer. `starting`: it goes on starting, and a later question may be answered. */
export type NoAnswer = "unsupported" | "starting" | "timed_out" | "failed" | "unavailable";

export type ServerAnswer<T> =
  | { readonly ok: true; readonly server: string; readonly items: readonly T[]; readonly searched: Searched }
  | { readonly ok: false; readonly server: string | undefined; readonly why: NoAnswer; readonly message: string };

export interface CodeQuestion {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds after which `timed_out` or `starting` is the answer; 8,000 by default. */
  readonly deadline?: number | undefined;
  /**
   * Files in which the name occurs. One file of each project that they belong to is opened first, so that the answer
   * covers those projects too. Without it, only projects that are loaded already are searched.
   */
  readonly candidates?: readonly Path[] | undefined;
}

export interface DiagnosticsQuestion extends Omit<CodeQuestion, "candidates"> {
  /** Texts that stand in for those on disk, for all of the question: what would be wrong if these were the files. */
  readonly texts?: ReadonlyMap<Path, string> | undefined;
}

/** Diagnostics of one file. `ok: false` never means that there are none. */
export type FileDiagnostics =
  | {
      readonly path: Path;
      readonly ok: true;
      readonly server: string;
      readonly items: readonly Diagnostic[];
    }
  | {
      readonly path: Path;
      readonly ok: false;
      readonly server: string | undefined;
      readonly why: NoAnswer;
      readonly message: string;
    };

/**
 * How tools ask a language server. Every question looks at the disk as it is when it is asked. Nothing rejects but for the
 * caller's own abort: a server that fails is an answer.
 */
export interface CodeServer {
  /** The name of the server that would answer for a file, started or not; undefined where none is configured. */
  serves(path: Path): string | undefined;
  /** True when a question about this file would be answered without waiting for a start. */
  isReady(path: Path): boolean;
  /** Start what answers for this file in the background. */
  warm(path: Path): void;
  /** The declarations of the name at a position. */
  definitions(at: FilePosition, question?: CodeQuestion): Promise<ServerAnswer<CodeLocation>>;
  /** The uses of the name at a position, its declarations left out. */
  references(at: FilePosition, question?: CodeQuestion): Promise<ServerAnswer<CodeLocation>>;
  /** Who calls the function declared or used at a position, or whom it calls. */
  calls(at: FilePosition, direction: "callers" | "callees", question?: CodeQuestion): Promise<ServerAnswer<CodeCall>>;
  /** What is wrong in files, one answer each, in their order. */
  diagnostics(paths: readonly Path[], question?: DiagnosticsQuestion): Promise<readonly FileDiagnostics[]>;
}
