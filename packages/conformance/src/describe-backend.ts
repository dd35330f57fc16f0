import type { Awaitable } from "@holdall/tool-core";
import { describe, it } from "vitest";
import type { BackendFixture } from "./backend-case.ts";
import { backendCases } from "./backend-cases.ts";
import { sortOut, tellOnce } from "./tool/skipped-cases.ts";

export interface DescribeBackendOptions {
  /** Rules that this backend cannot keep: the name of the case and the reason, which the report has. */
  readonly skip?: Readonly<Record<string, string>>;
  /** Milliseconds for one case; 30 s by default. */
  readonly timeout?: number;
}

/**
 * Run the backend suite in vitest. `make` is called once to read the backend's capabilities, then once per case. A case that
 * does not apply is left out; the first test of the suite has the reasons in its meta, as `leftOut`.
 */
export function describeBackend(
  name: string,
  make: () => Awaitable<BackendFixture>,
  { skip = {}, timeout = 30_000 }: DescribeBackendOptions = {},
): void {
  describe(`${name} keeps the backend contract`, async () => {
    const probe = await make();
    const { cases, leftOut } = sortOut(
      Object.values(backendCases).flat(),
      ({ name: rule, needs }) => skip[rule] ?? needs?.(probe),
    );
    const tell = tellOnce(leftOut);
    for (const [domain, all] of Object.entries(backendCases)) {
      const applying = all.filter((one) => cases.includes(one));
      if (applying.length === 0) continue;
      describe(domain, () => {
        for (const { name: rule, run } of applying) {
          it(rule, { timeout }, async (context) => {
            tell(context);
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
