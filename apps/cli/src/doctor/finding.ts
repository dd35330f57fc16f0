/** What doctor found out about one thing. */
export interface Finding {
  readonly name: string;
  /** `missing`: something optional is not there. `broken`: something needed does not work. */
  readonly state: "works" | "missing" | "broken";
  readonly text: string;
  readonly fix?: string;
}
