/** The searchable text of a tool. */
export interface ToolDocument {
  readonly name: string;
  readonly description: string;
  readonly aliases?: readonly string[] | undefined;
  /** Phrases that a user would use to ask for it. */
  readonly examples?: readonly string[] | undefined;
  /** The names and descriptions of its parameters. */
  readonly parameters?: readonly string[] | undefined;
  /** The server or the family of the tool. */
  readonly namespace?: string | undefined;
}
