import { sumOf } from "../sql-data.ts";

/** A value of an answer: a text, a whole number or a double, or a decimal with all of its digits. */
export type Answer = string | number | boolean | null | { readonly exact: string };

/** A question about open data, in SQL, and its answer by plain JavaScript. */
export interface Question {
  readonly ask: string;
  readonly sql: string;
  readonly answer: () => readonly (readonly Answer[])[];
}

export const exact = (values: readonly (string | number)[]): Answer => ({ exact: sumOf(values) });

export const big = (value: bigint): Answer => ({ exact: `${value}` });
