/** One thing that a person is asked. Without options the answer is free text; text of their own is always possible. */
export interface Question {
  readonly question: string;
  /** A word or two above it. */
  readonly header?: string | undefined;
  readonly options?: readonly QuestionOption[] | undefined;
  /** More than one option may be chosen. */
  readonly multiSelect?: boolean | undefined;
  /** What a form starts with: the label of an option, or a text. */
  readonly default?: string | undefined;
}

export interface QuestionOption {
  readonly label: string;
  readonly description?: string | undefined;
}

export interface QuestionAnswer {
  /** The text of the question. */
  readonly question: string;
  /** Labels of options. */
  readonly chosen: readonly string[];
  /** What the person wrote, where no option says it or beside what they chose. */
  readonly other?: string | undefined;
}

/**
 * How asking has ended. `partial`: some questions have no answer. `declined`: the person does not want to answer.
 * `cancelled`: it was dismissed, or the asking failed. `unavailable`: nobody can be asked. `deferred`: the answer comes later,
 * in a message of the user that names the id.
 */
export type QuestionOutcome =
  | "answered"
  | "partial"
  | "declined"
  | "cancelled"
  | "timeout"
  | "unavailable"
  | "deferred";

/** Who asks, for a host that shows one queue of what several sessions want to know. */
export interface AskPlace {
  readonly sessionId: string;
  readonly callId: string;
  /** Names of the agents between the main session and the one that asks, outermost first. Empty for the main session. */
  readonly path: readonly string[];
}

export interface QuestionRequest extends AskPlace {
  readonly questions: readonly Question[];
}

export interface QuestionReply {
  readonly outcome: QuestionOutcome;
  readonly answers?: readonly QuestionAnswer[] | undefined;
  /** Of a `deferred` question: what its answer will name. */
  readonly questionId?: string | undefined;
  /** What the person said beside the answers, or instead of them. */
  readonly feedback?: string | undefined;
}
