import type { Awaitable } from "@holdall/tool-core";
import { describe, it } from "vitest";
import type { AdapterCan, AdapterFixture, AdapterRun } from "./adapter-case.ts";
import { adapterCases } from "./adapter-cases.ts";

export interface DescribeAdapterOptions {
  /** What the framework can carry; rules about the rest are skipped. */
  readonly can?: Partial<AdapterCan>;
  /** Milliseconds for one case; 30 s by default. */
  readonly timeout?: number;
}

/**
 * Sign the adapter suite, inside vitest: a session's tools in a framework of agents, driven by `run`. `make` is called for
 * every case and gives file tools over an empty backend.
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
