/** Limits of a program. */
export interface IsolateLimits {
  /** Milliseconds of computing, without waiting for calls. */
  readonly cpuMs: number;
  readonly memoryBytes: number;
  /** Most bytes of one argument, and of the value that is returned. */
  readonly textBytes: number;
  readonly logLines: number;
  readonly logBytes: number;
}

/** A call that a program makes. */
export interface IsolateCall {
  /** Its number among the calls of the program, from 1, in the order in which the program makes them. */
  readonly index: number;
  /** As the program spells it. */
  readonly tool: string;
  /** The input as JSON. */
  readonly input: string;
}

/**
 * The result of a call for the program: a value as JSON, or the fields of an error as JSON. `now` is the current time of its
 * clock.
 */
export interface IsolateAnswer {
  readonly ok: boolean;
  readonly json: string;
  readonly now: number;
}

export interface IsolateProgram {
  /** JavaScript or TypeScript: statements with `return`, an expression, or a function. */
  readonly code: string;
  readonly limits: IsolateLimits;
  /** Of `Math.random`, so that a program that is run again makes the same calls. */
  readonly seed: number;
  /** Milliseconds that its clock shows first; after that the clock moves with the answers of calls. */
  readonly now: number;
  /** Aborting ends the program, whatever it does. */
  readonly signal: AbortSignal;
  /** Make a call. Never rejects. Answers are given to the program in the order in which they arrive. */
  call(call: IsolateCall): Promise<IsolateAnswer>;
  log(line: string): void;
}

/** An error that a program did not catch. Lines and columns are those of its code, from 1. */
export interface IsolateError {
  readonly name: string;
  readonly message: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** The call that failed. */
  readonly call?: number | undefined;
  readonly code?: string | undefined;
  readonly next?: string | undefined;
}

/** The reason why a program was stopped. */
export type IsolateStop = "cpu" | "memory" | "stack" | "deadlock" | "too_large" | "aborted" | "crashed";

export type IsolateEnd = (
  | { readonly end: "returned" /** JSON; absent for undefined. */; readonly json?: string | undefined }
  | { readonly end: "threw"; readonly error: IsolateError }
  | { readonly end: "stopped"; readonly reason: IsolateStop; readonly error?: IsolateError | undefined }
) & {
  /** Omitted lines of logs. */
  readonly lostLogs: number;
  /** Calls that were not started, as the program had ended when it was their turn. */
  readonly dropped?: readonly IsolateCall[] | undefined;
};

/** Runs programs. A host can provide its own: a process, another engine, or a service. */
export interface Isolate {
  /** What it keeps a program from, as a sentence for the model, used in the description of the tool. */
  readonly about: string;
  /** Run a program in a fresh global scope. Never rejects, and settles only when the program has stopped completely. */
  run(program: IsolateProgram): Promise<IsolateEnd>;
}
