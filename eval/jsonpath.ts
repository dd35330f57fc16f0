import { isDeepStrictEqual } from "node:util";
import { compileJsonPath } from "../packages/tools-data/src/query/json-path.ts";
import { corpus, type EvalRows, readCases, tally } from "./lib/corpus.ts";
import { openData } from "./lib/data-tools.ts";

export const about =
  "JSONPath Compliance Test Suite (RFC 9535) through filter_data: values, paths, and what must be refused";

interface PathCase {
  readonly name: string;
  readonly selector: string;
  readonly document?: unknown;
  readonly result?: readonly unknown[];
  readonly results?: readonly (readonly unknown[])[];
  readonly invalid_selector?: boolean;
}

export async function* rows(): EvalRows {
  const { filter } = openData();
  const { tests } = readCases<{ readonly tests: readonly PathCase[] }>(corpus("jsonpath"), "cts.json");
  const right = tally();
  for (const { name, selector, document = null, result, results, invalid_selector } of tests) {
    const found = await filter({ text: JSON.stringify(document), from: "json", query: selector, limit: 10_000 });
    if (invalid_selector) right.add(isRefused(selector), name);
    else
      right.add(
        [result, ...(results ?? [])].some((each) => each && isDeepStrictEqual(found?.values, each)),
        name,
      );
  }
  yield { what: "cases", value: right.right, of: right.all, least: right.all };
}

/** By the engine: the tool understands more spellings, such as a bare filter. */
function isRefused(selector: string): boolean {
  try {
    compileJsonPath(selector);
    return false;
  } catch {
    return true;
  }
}
