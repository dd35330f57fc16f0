export interface StringRule {
  readonly open: string;
  readonly close: string;
  /** A backslash takes the next character with it. */
  readonly escapes?: boolean;
  /** The closing text written twice stands for itself. */
  readonly doubled?: boolean;
  /** May span line breaks. */
  readonly lines?: boolean;
  /** What begins code inside the string, up to the bracket that closes it: "${". */
  readonly hole?: string;
}

/** What a tokenizer has to know of a language. */
export interface LexicalRules {
  readonly lineComments?: readonly string[];
  /** Line comments begin only behind a blank, `;`, `&`, `|` or `(`. */
  readonly commentsAfterBlank?: boolean;
  readonly blockComments?: readonly { readonly open: string; readonly close: string; readonly nested?: boolean }[];
  readonly strings?: readonly StringRule[];
  /** Letters that are before a quote as a part of the string, in lower case, and what they change. */
  readonly prefixes?: Readonly<Record<string, { readonly raw?: boolean; readonly hole?: string }>>;
  /** ASCII characters beside letters, digits and `_` that words hold. */
  readonly wordSigns?: string;
  /** ASCII characters that only end a word: `?` and `!` in Ruby. */
  readonly wordEnds?: string;
  /** Matches at the operator that announces a here-document; group 1 is its end mark. */
  readonly heredoc?: RegExp;
  /** Lines that begin with `#` are directives, as in C. */
  readonly directives?: boolean;
  /** First characters that `special` wants to see before anything else. */
  readonly specialSigns?: string;
  /**
   * Tokens that rules cannot describe: returns where the string that begins at `at` ends, the negative end of a word,
   * or 0 when there is nothing special. `previous` is the type of the token before, `word` its text when it is a word;
   * `dead` says of closing texts from where on there is none, and belongs to this text.
   */
  special?(text: string, at: number, previous: number, word: string, dead: Map<string, number>): number;
}
