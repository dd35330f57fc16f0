import type { ruleFiles } from "@holdall/pattern-core";

export type RuleColumn = typeof ruleFiles extends readonly `.${infer Name}`[] ? Name : never;

/** A record, so that the compiler knows when a rule file is missing; what reads rules loads with the first search only. */
const columns: Readonly<Record<RuleColumn, true>> = { git: true, gitignore: true, cursorignore: true, ignore: true };

/** The columns that say whether an entry with ignore rules is there. */
export const ruleColumns = Object.keys(columns) as RuleColumn[];
