/** What a value of a call decides. */
export type ChoiceKind = "recipient" | "host" | "command" | "path" | "code" | "note" | "value";

/** A value of a call that decides where something goes or what runs. */
export interface ChosenValue {
  readonly kind: ChoiceKind;
  readonly value: string;
  /** A whole field of a structured result of others counts as well, not only a part of a longer text. */
  readonly isStrict?: boolean;
  /** The complete address of a host. */
  readonly url?: string;
  /** The address is only read, without a body. */
  readonly isLink?: boolean;
}
