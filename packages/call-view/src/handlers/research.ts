import { counted, fieldOf, listOf, numberOf, textOf } from "../_fields.ts";
import { linkBlock } from "../blocks/search.ts";
import type { ViewBlock } from "../call-view.ts";
import type { Handler } from "./handler.ts";

const warning = (text: string): ViewBlock => ({ kind: "text", text, isWarning: true });
const flat = (text: string | undefined): string => (text ?? "").replace(/\s+/gu, " ").trim();

/** Words of others as lines of text, never as Markdown. */
const lines = (texts: readonly string[]): ViewBlock[] =>
  texts.length === 0 ? [] : [{ kind: "text", text: texts.join("\n") }];

const told = (output: unknown, key: string): ViewBlock[] =>
  listOf(output, key).flatMap((each) => (typeof each === "string" ? [warning(flat(each))] : []));

/** Numbers of the sources behind passages. */
function numbers(output: unknown, ids: readonly unknown[]): string {
  const cited = listOf(output, "findings").filter((finding) => ids.includes(textOf(finding, "id")));
  return [...new Set(cited.map((finding) => numberOf(finding, "source")))].map((n) => `[${n}]`).join("");
}

function answer(output: unknown): ViewBlock[] {
  const parts = listOf(output, "answer");
  if (parts.length === 0)
    return lines(
      listOf(output, "findings").map(
        (finding) => `“${flat(textOf(finding, "quote"))}” [${numberOf(finding, "source")}]`,
      ),
    );
  return lines(
    parts.map((part) => {
      const text = flat(textOf(part, "text"));
      const quoted = fieldOf(part, "quotation") === true ? `“${text}”` : text;
      return `${quoted} ${numbers(output, listOf(part, "cites"))}`;
    }),
  );
}

const numbered = (output: unknown): readonly unknown[] =>
  listOf(output, "sources").map((source) => ({
    url: textOf(source, "url"),
    title: `[${numberOf(source, "n")}] ${textOf(source, "title") ?? ""}`,
    published: textOf(source, "published"),
    snippet: fieldOf(source, "copy") === true ? "a copy of another source" : undefined,
  }));

const verdicts: Readonly<Record<string, string>> = {
  not_enough_evidence: "not enough evidence",
  not_judged: "not judged",
};

/** How research and checks of claims are shown: what was said with its sources, and what is missing. */
export const researchHandlers: Readonly<Record<string, Handler>> = {
  research_topic: {
    title: "Research",
    category: "research",
    subject: (input, output) => textOf(output, "question") ?? textOf(input, "question", "topic", "query"),
    outcome: (output) => counted(listOf(output, "sources").length, "source"),
    blocks: (output) => [
      ...answer(output),
      linkBlock(numbered(output)),
      ...listOf(output, "dropped").map((each) =>
        warning(`Dropped: ${flat(textOf(each, "text"))} (${textOf(each, "why") ?? ""})`),
      ),
      ...told(output, "gaps"),
    ],
  },
  fact_check: {
    title: "Check claim",
    category: "research",
    subject: (input, output) => textOf(output, "claim") ?? textOf(input, "claim", "statement"),
    outcome: (output) => {
      const verdict = textOf(output, "verdict") ?? "";
      const sources = counted(numberOf(output, "independent") ?? 0, "source");
      return `${verdicts[verdict] ?? verdict}, ${sources}`;
    },
    blocks: (output) => [
      ...lines(
        listOf(output, "evidence").map((each) => `${textOf(each, "stance") ?? ""}: “${flat(textOf(each, "quote"))}”`),
      ),
      linkBlock(listOf(output, "evidence")),
      ...told(output, "notes"),
    ],
  },
};
