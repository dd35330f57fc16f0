import type { Awaitable } from "@holdall/tool-core";
import { describe, it } from "vitest";
import type { AdapterCan, AdapterFixture, AdapterRun } from "./adapter-case.ts";
import { adapterCases } from "./adapter-cases.ts";

export interface DescribeAdapterOptions {
  /** The features that the framework supports. Other rules are skipped. */
  readonly can?: Partial<AdapterCan>;
  /** Milliseconds for one case; 30 s by default. */
  readonly timeout?: number;
}

/**
 * Run the adapter suite in vitest: a session's tools in an agent framework, driven by `run`. `make` is called for every case
 * and returns file tools for an empty backend.
 */
export function describeAdapter(
  name: string,
  make: () => Awaitable<AdapterFixture>,
  run: AdapterRun,
  { can = {}, timeout = 30_000 }: DescribeAdapterOptions = {},
): void {
  describe(`${name} carries a session`, () => {
    for (const { name: rule, needs, run: check } of adapterCases) {
      if (needs && !can[needs]) it.skip(`${rule} (skipped: the framework has no channel for ${needs})`, () => {});
      else it(rule, { timeout }, async () => check({ ...(await make()), run }));
    }
  });
}
