import type { Backend, Session, Tool } from "@holdall/tool-core";

/** File tools for a backend that the suite fills. */
export interface AdapterFixture {
  /** Empty at the start of every case. */
  readonly backend: Backend;
  /** At least `read_file`, which reads images too, `edit_file`, `append_file` and `delete_file`, as tools-fs has them. */
  readonly tools: readonly Tool[];
}

/** A call that the framework's model makes. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly input: Record<string, unknown>;
}

export interface AdapterRunOptions {
  /** Returns the user's answer to the question about a call. Not called if the user is not asked. */
  answer(callId: string): Promise<boolean>;
  readonly signal: AbortSignal;
}

/** The result of a call as the model receives it. */
export interface ModelResult {
  readonly text: string;
  /** Base64 of each image. */
  readonly images: readonly string[];
}

export interface AdapterOutcome {
  /** By call id. */
  readonly heard: Readonly<Record<string, ModelResult>>;
  /** What the framework showed of the calls while they ran. */
  readonly progress: readonly unknown[];
}

/**
 * Runs the framework's own loop over the session's tools: a scripted model makes the calls of each turn in parallel, then
 * finishes. May reject if the run was aborted.
 */
export type AdapterRun = (
  session: Session,
  turns: readonly (readonly ModelCall[])[],
  options: AdapterRunOptions,
) => Promise<AdapterOutcome>;

export interface AdapterCan {
  /** The framework passes on progress while a call runs. */
  readonly progress: boolean;
}

/** The context of an adapter case. */
export interface AdapterCaseContext extends AdapterFixture {
  readonly run: AdapterRun;
}

export interface AdapterCase {
  readonly name: string;
  readonly needs?: keyof AdapterCan;
  run(context: AdapterCaseContext): Promise<void>;
}
