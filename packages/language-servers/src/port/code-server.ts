import type { Awaitable, Path } from "@holdall/tool-core";
import type { Diagnostic } from "./lints/diagnostic.ts";

/** A position in a text. Lines and columns start at 1; a column counts UTF-16 code units, like JavaScript strings. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Half-open: `end` is the position after the last character. */
export interface TextRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

export interface FilePosition extends TextPosition {
  readonly path: Path;
}

export interface CodeLocation {
  readonly path: Path;
  /** The name itself, if the server distinguishes it from the whole declaration. */
  readonly range: TextRange;
  /** The whole declaration including its body, if the server provides it. */
  readonly whole?: TextRange | undefined;
  /** The installed package that contains the file, if it is not code of the project. */
  readonly external?: string | undefined;
}

/** One side of a call, with the locations of the calls. */
export interface CodeCall {
  readonly name: string;
  /** The kind as text, such as `function`, `method`, `class`, `module`. */
  readonly kind: string;
  /** The declaration of the caller (or of the callee, for outgoing calls). */
  readonly declared: CodeLocation;
  /** The file of the `sites`: that of the caller. */
  readonly path: Path;
  readonly sites: readonly TextRange[];
}

/** The scope of the answer. */
export interface Searched {
  /** The configuration files or folders of the loaded projects. */
  readonly projects: readonly Path[];
  /** False if the server left something out: a project that it did not load, a truncated answer, a file outside. */
  readonly complete: boolean;
  /** The number of locations that were dropped because they are outside the roots. */
  readonly outside: number;
}

/** The reason for a missing answer. `starting`: the server is still starting, and a later request may be answered. */
export type NoAnswer = "unsupported" | "starting" | "timed_out" | "failed" | "unavailable";

export type ServerAnswer<T> =
  | { readonly ok: true; readonly server: string; readonly items: readonly T[]; readonly searched: Searched }
  | { readonly ok: false; readonly server: string | undefined; readonly why: NoAnswer; readonly message: string };

export interface CodeQuestion {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds after which the answer is `timed_out` or `starting`; 8,000 by default. */
  readonly deadline?: number | undefined;
  /**
   * Files in which the name occurs. One file of each of their projects is opened first, so that the answer covers these
   * projects. Without it, only loaded projects are searched.
   */
  readonly candidates?: readonly Path[] | undefined;
}

export interface DiagnosticsQuestion extends Omit<CodeQuestion, "candidates"> {
  /** Texts that replace files on disk for this request, to check hypothetical contents. */
  readonly texts?: ReadonlyMap<Path, string> | undefined;
}

/** The diagnostics of one file. `ok: false` never means that there are none. */
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
 * The interface for language servers. Every request uses the current state of the disk. Promises reject only for the caller's
 * own abort: a failing server is a result.
 */
export interface CodeServer {
  /** Get the name of the server for a file, started or not. Undefined if none is configured. */
  serves(path: Path): Awaitable<string | undefined>;
  /** Returns true if a request for this file would be answered without waiting for a start. */
  isReady(path: Path): boolean;
  /** Start the server for this file in the background. */
  warm(path: Path): void;
  /** Get the declarations of the name at a position. */
  definitions(at: FilePosition, question?: CodeQuestion): Promise<ServerAnswer<CodeLocation>>;
  /** Get the uses of the name at a position, without its declarations. */
  references(at: FilePosition, question?: CodeQuestion): Promise<ServerAnswer<CodeLocation>>;
  /** Get the callers or callees of the function at a position. */
  calls(at: FilePosition, direction: "callers" | "callees", question?: CodeQuestion): Promise<ServerAnswer<CodeCall>>;
  /** Get the diagnostics of files, one result each, in their order. */
  diagnostics(paths: readonly Path[], question?: DiagnosticsQuestion): Promise<readonly FileDiagnostics[]>;
}
