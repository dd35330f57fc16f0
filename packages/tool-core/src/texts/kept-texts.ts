/** Where text of others came from: the tool that returned it, and the host, server or agent behind it if that is known. */
export interface TextSource {
  readonly tool: string;
  readonly origin?: string | undefined;
}

/** A text of others or a private result that a call has brought into its session. Plain data. */
export interface NotedText {
  readonly kind: "others" | "private";
  readonly source: TextSource;
}

/** A result that others wrote: a text, or JSON. */
export interface OthersText {
  readonly text: string;
  readonly isJson: boolean;
  readonly source: TextSource;
  /** The input of the call. What the result repeats of it is not text of others. */
  readonly input: string;
}

/** What a search reads. */
export interface KeptTexts {
  user: readonly string[];
  others: readonly OthersText[];
  secret: readonly OthersText[];
  readonly agreed: Set<string>;
  isPartial: boolean;
  /** The tool of the first private result that was dropped. */
  lostPrivate?: string | undefined;
}
