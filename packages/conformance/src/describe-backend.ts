import type { Awaitable } from "@holdall/tool-core";
import { describe, it } from "vitest";
import type { BackendFixture } from "./backend-case.ts";
import { backendCases } from "./backend-cases.ts";

export interface DescribeBackendOptions {
  /** Rules that this backend cannot keep: the name of the case and the reason, which is shown in the report. */
  readonly skip?: Readonly<Record<string, string>>;
  /** Milliseconds for one case; 30 s by default. */
  readonly timeout?: number;
}

/**
 * Run the backend suite in vitest. `make` is called once to read the backend's capabilities, then once per case. A case that
 * does not apply is skipped with the reason in its name.
 */
export function describeBackend(
  name: string,
  make: () => Awaitable<BackendFixture>,
  { skip = {}, timeout = 30_000 }: DescribeBackendOptions = {},
): void {
  describe(`${name} keeps the backend contract`, async () => {
    const probe = await make();
    for (const [domain, cases] of Object.entries(backendCases)) {
      describe(domain, () => {
        for (const { name: rule, needs, run } of cases) {
          const reason = skip[rule] ?? needs?.(probe);
          if (reason !== undefined) {
            it.skip(`${rule} (skipped: ${reason})`, () => {});
            continue;
          }
          it(rule, { timeout }, async () => {
            const fixture = await make();
            try {
              await run(fixture);
            } finally {
              await fixture.dispose?.();
            }
          });
        }
      });
    }
    await probe.dispose?.();
  });
}
