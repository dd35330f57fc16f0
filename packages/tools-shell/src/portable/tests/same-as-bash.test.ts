import { spawnSync } from "node:child_process";
import { memoryBackend } from "@holdall/backends-memory";
import { toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { differenceOf, runInBash, runPortable } from "./_compare.fixture.ts";
import { causeOf } from "./_differences.fixture.ts";
import { scripts } from "./_scripts.fixture.ts";

const has = (program: string) => spawnSync(program, ["--version"]).error === undefined;
const missing = ["jq", "sqlite3", "tar", "gzip"].filter((program) => !has(program));

/** Scripts whose programs this machine has, and that meet no known difference. */
const sample = scripts(500, 11)
  .filter(({ text }) => causeOf(text) === "not known")
  .filter(({ text }) => !missing.some((program) => text.includes(program)))
  .filter((_, at) => at % 8 === 0);

// A machine without bash, as Windows is, has nothing to compare with.
test.skipIf(!has("bash"))(
  `scripts do the same as in bash${has("bash") ? "" : " (skipped: no bash)"}`,
  async () => {
    const differing: string[] = [];
    for (const { text } of sample) {
      const portable = await runPortable(text, memoryBackend(), toPath("/work"));
      const difference = differenceOf(await runInBash(text), portable, true);
      if (difference !== undefined) differing.push(`${text}\n${difference}`);
    }
    expect(differing).toEqual([]);
  },
  60_000,
);
