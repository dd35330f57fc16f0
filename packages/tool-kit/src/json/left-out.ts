type Counts = Readonly<Record<string, number | boolean | undefined>>;

/** The counts of omitted items of a result, by reason. */
export interface LeftOut<C extends Counts> {
  readonly left_out?: { [Reason in keyof C]?: Exclude<C[Reason], false | undefined> };
}

/** The field `left_out` of a result: by reason how many, or `true` where that is not known. Absent when nothing was left out. */
export function leftOut<C extends Counts>(counts: C): LeftOut<C> {
  const found = Object.entries(counts).filter(([, count]) => count !== undefined && count !== 0 && count !== false);
  return found.length > 0 ? { left_out: Object.fromEntries(found) as LeftOut<C>["left_out"] & object } : {};
}
