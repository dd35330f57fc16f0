import { isDeepStrictEqual } from "node:util";
import { corpus, type EvalRows, readCases, tally } from "./lib/corpus.ts";
import { openData } from "./lib/data-tools.ts";

export const about = "YAML test suite through convert_format: valid texts as their JSON, invalid ones refused";

interface YamlCase {
  readonly id: string;
  readonly name: string;
  readonly yaml: string;
  /** Its documents, one after another. */
  readonly json: string | null;
  readonly error: boolean;
}

export async function* rows(): EvalRows {
  const { convert } = openData();
  const equal = tally();
  const refused = tally();
  for (const { id, name, yaml, json, error } of readCases<readonly YamlCase[]>(
    corpus("yaml-test-suite"),
    "cases.json",
  )) {
    const found = await convert({ text: yaml, from: "yaml", to: "json" });
    if (error) refused.add(found === undefined, `${id} ${name}`);
    else if (json !== null) {
      const documents = valuesOf(json);
      const expected = documents.length > 1 ? documents : (documents[0] ?? null);
      equal.add(found !== undefined && isDeepStrictEqual(JSON.parse(found), expected), `${id} ${name}`);
    }
  }
  yield { what: "valid, with the same value", value: equal.right, of: equal.all, least: 262 };
  yield { what: "invalid, and refused", value: refused.right, of: refused.all, least: refused.all };
}

/** JSON values that stand one after another, each ending with a line. */
function valuesOf(text: string): unknown[] {
  const values: unknown[] = [];
  let open = "";
  for (const line of text.split("\n")) {
    open += `${line}\n`;
    try {
      if (open.trim() === "") continue;
      values.push(JSON.parse(open));
      open = "";
    } catch {
      // The value goes on.
    }
  }
  return values;
}
