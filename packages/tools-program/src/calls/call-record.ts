/** The known state of one call of a program. */
export interface CallRecord {
  /** Its number among the calls of the program. */
  readonly n: number;
  tool: string;
  state: "waiting" | "running" | "done" | "failed";
  ms: number;
  code?: string;
  readonly input: unknown;
  /** Its tool may change something. */
  changes: boolean;
}
