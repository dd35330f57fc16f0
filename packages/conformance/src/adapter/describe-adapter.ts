import type { Awaitable } from "@holdall/tool-core";
import { describe, it } from "vitest";
import { sortOut, tellOnce } from "../tool/skipped-cases.ts";
import type { AdapterCan, AdapterFixture, AdapterRun } from "./adapter-case.ts";
import { adapterCases } from "./adapter-cases.ts";

export interface DescribeAdapterOptions {
  /** Rules that the framework cannot keep: the name of the case and the reason, which the report has. */
  readonly skip?: Readonly<Record<string, string>>;
  /** The features that the framework supports. Rules that need others are left out. */
  readonly can?: Partial<AdapterCan>;
  /** Milliseconds for one case; 30 s by default. */
  readonly timeout?: number;
}

/**
 * Run the adapter suite in vitest: a session's tools in an agent framework, driven by `run`. `make` is called for every case
 * and returns an empty backend with at least `read_file`, `edit_file`, `append_file` and `delete_file` of tools-fs.
 */
export function describeAdapter(
  name: string,
  make: () => Awaitable<AdapterFixture>,
  run: AdapterRun,
  { skip = {}, can = {}, timeout = 30_000 }: DescribeAdapterOptions = {},
): void {
  describe(`${name} carries a session`, () => {
    const { cases, leftOut } = sortOut(
      adapterCases,
      ({ name: rule, needs }) =>
        skip[rule] ?? (needs && !can[needs] ? `the framework has no channel for ${needs}` : undefined),
    );
    const tell = tellOnce(leftOut);
    for (const { name: rule, run: check } of cases) {
      it(rule, { timeout }, async (context) => {
        tell(context);
        await check({ ...(await make()), run });
      });
    }
  });
}
