import { backendCases } from "@holdall/conformance/cases";
import { show } from "./_workspace.ts";

/** What one suite said of the cases: case → `kept`, `broken`, or the reason why it does not apply. */
export interface Signature {
  readonly suite: string;
  readonly package: string;
  readonly cases: ReadonlyMap<string, string>;
}

/** The part of vitest's JSON report that is read here. */
export interface TestReport {
  readonly testResults?: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
      /** The first test of a suite tells which cases do not apply. */
      readonly meta?: { readonly leftOut?: Readonly<Record<string, string>> | undefined };
    }[];
  }[];
}

const kept = "kept";
const suiteTitle = /^(.*) keeps the backend contract(.*)$/;
const domains = Object.entries(backendCases);

/** Views of other backends come last. */
const views = "backends-compose";

/** The suites of backends in a report, one per signed backend, by package and name. */
export function readSignatures({ testResults = [] }: TestReport, root: string): Signature[] {
  const found = new Map<string, { suite: string; package: string; cases: Map<string, string> }>();
  for (const { name: file, assertionResults } of testResults) {
    const home = show(file, root).split("/")[1] ?? "";
    // What stands in for a backend, elsewhere, signs too and is none.
    if (!home.startsWith("backends-")) continue;
    for (const { ancestorTitles, title, status, meta } of assertionResults) {
      const [, backend, where = ""] = suiteTitle.exec(ancestorTitles[0] ?? "") ?? [];
      if (backend === undefined) continue;
      const suite = backend + where;
      const key = `${home} ${suite}`;
      const signature = found.get(key) ?? { suite, package: home, cases: new Map() };
      found.set(key, signature);
      for (const [rule, reason] of Object.entries(meta?.leftOut ?? {}))
        if (!signature.cases.has(rule)) signature.cases.set(rule, reason);
      signature.cases.set(title, status === "passed" ? kept : "broken");
    }
  }
  const rank = (key: string) => (key.startsWith(views) ? `~${key}` : key);
  return [...found].sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1)).map(([, signature]) => signature);
}

const letter = (index: number): string =>
  (index < 26 ? "" : letter(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** The page: who signed, and every case with what each of them said. */
export function renderSignatures(signatures: readonly Signature[]): string {
  const reasons = [...new Set(signatures.flatMap(({ cases }) => [...cases.values()]))].filter((said) => said !== kept);
  const mark = (said: string | undefined) =>
    said === undefined ? " " : said === kept ? "✓" : said === "broken" ? "✗" : String(reasons.indexOf(said) + 1);
  const count = ({ cases }: Signature) => [...cases.values()].filter((said) => said === kept).length;
  const letters = signatures.map((_, index) => letter(index));
  return [
    "# Backends and conformance results\n",
    "Every backend runs the same test cases from `@holdall/conformance`. `node scripts/run-backend-suites.ts` generates this page from a",
    "test run, and `npm test` fails when it is out of date. ✓ means that the backend passes the case. A number refers to the reason,",
    "at the end of the page, why the case does not apply. An empty cell means that the case was not run.\n",
    "|   | backend | package | kept | does not apply |",
    "|---|---|---|--:|--:|",
    ...signatures.map(
      (signature, index) =>
        `| ${letters[index]} | ${cell(signature.suite)} | ${signature.package} | ${count(signature)} | ${signature.cases.size - count(signature)} |`,
    ),
    "",
    ...domains.flatMap(([domain, cases]) => [
      `## ${domain}\n`,
      `| case | ${letters.join(" | ")} |`,
      `|---|${letters.map(() => ":-:|").join("")}`,
      ...cases.map(
        ({ name }) => `| ${cell(name)} | ${signatures.map((each) => mark(each.cases.get(name))).join(" | ")} |`,
      ),
      "",
    ]),
    "## Why a case does not apply\n",
    ...reasons.map((reason, index) => `${index + 1}. ${reason}`),
    "",
  ].join("\n");
}

/** What a page says, as far as it can be compared: suite → case → mark, with numbers spelled out. */
function readPage(page: string): Map<string, Map<string, string>> {
  const rows = page.split("\n").flatMap((line) =>
    line.startsWith("| ")
      ? [
          line
            .slice(1, -1)
            .split(/ \| /)
            .map((each) => each.trim()),
        ]
      : [],
  );
  const reasons = new Map(
    [...page.matchAll(/^(\d+)\. (.*)$/gm)].map(([, number = "", reason = ""]) => [number, reason]),
  );
  const suites = rows
    .filter((row) => /^[A-Z]+$/.test(row[0] ?? ""))
    .map(([, suite = "", home = ""]) => `${home} ${suite}`);
  const said = new Map(suites.map((suite) => [suite, new Map<string, string>()]));
  const names = new Set(domains.flatMap(([, cases]) => cases.map(({ name }) => cell(name))));
  for (const [name = "", ...marks] of rows) {
    if (!names.has(name)) continue;
    for (const [index, suite] of suites.entries()) {
      const mark = marks[index]?.trim() ?? "";
      if (mark) said.get(suite)?.set(name, mark === "✓" ? kept : (reasons.get(mark) ?? "broken"));
    }
  }
  return said;
}

/** Where a page and a run part, for suites that ran; one that did not run here is left alone. */
export function compareWithPage(page: string, signatures: readonly Signature[]): string[] {
  const written = readPage(page);
  return signatures.flatMap(({ suite, package: home, cases }) => {
    const said = written.get(`${home} ${cell(suite)}`);
    if (!said) return [`${suite} (${home}) is not in the table`];
    return [...cases].flatMap(([name, now]) => {
      const before = said.get(cell(name));
      return before === now ? [] : [`${suite}: "${name}" is ${now}, the table says ${before ?? "nothing"}`];
    });
  });
}
