/** A question to the user. Without options, the answer is free text. Free text is always possible. */
export interface Question {
  readonly question: string;
  /** One or two words above the question. */
  readonly header?: string | undefined;
  readonly options?: readonly QuestionOption[] | undefined;
  /** More than one option can be chosen. */
  readonly multiSelect?: boolean | undefined;
  /** The initial value of a form: the label of an option, or a text. */
  readonly default?: string | undefined;
}

export interface QuestionOption {
  readonly label: string;
  readonly description?: string | undefined;
}

export interface QuestionAnswer {
  /** The text of the question. */
  readonly question: string;
  /** The labels of the chosen options. */
  readonly chosen: readonly string[];
  /** Free text of the user, instead of an option or in addition to it. */
  readonly other?: string | undefined;
}

/**
 * The outcome of asking. `partial`: some questions have no answer. `declined`: the user does not want to answer. `cancelled`:
 * the question was dismissed, or asking failed. `unavailable`: the user cannot be asked. `deferred`: the answer comes later, in a
 * user message that names the id.
 */
export type QuestionOutcome =
  | "answered"
  | "partial"
  | "declined"
  | "cancelled"
  | "timeout"
  | "unavailable"
  | "deferred";

/** The origin of a question, for hosts that show one queue for several sessions. */
export interface AskPlace {
  readonly sessionId: string;
  readonly callId: string;
  /** The names of the agents between the main session and the one that asks, outermost first. Empty for the main session. */
  readonly path: readonly string[];
}

export interface QuestionRequest extends AskPlace {
  readonly questions: readonly Question[];
}

export interface QuestionReply {
  readonly outcome: QuestionOutcome;
  readonly answers?: readonly QuestionAnswer[] | undefined;
  /** For a `deferred` question: the id that its answer will name. */
  readonly questionId?: string | undefined;
  /** A comment of the user, in addition to the answers or instead of them. */
  readonly feedback?: string | undefined;
}
