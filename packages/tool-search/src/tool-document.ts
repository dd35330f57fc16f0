/** What search knows of a tool. */
export interface ToolDocument {
  readonly name: string;
  readonly description: string;
  readonly aliases?: readonly string[] | undefined;
  /** How a person would ask for it. */
  readonly examples?: readonly string[] | undefined;
  /** Names and descriptions of its parameters. */
  readonly parameters?: readonly string[] | undefined;
  /** The server or the family it comes from. */
  readonly namespace?: string | undefined;
}
