import { wrapUntrusted } from "@holdall/tool-kit/text";
import type { ResearchTopicOutput } from "./research-output.ts";

/** The text of research for the model: sentences with their sources, the findings, and what is missing. */
export function renderResearch(found: ResearchTopicOutput): string {
  const { sources, gaps, stopped, dropped, output_path: path } = found;
  const ends = { done: "", budget: "The budget is used.", time: "The time is used.", nothing_new: "" }[stopped];
  const said = [answerLines(found), findingLines(found), sourceLines(found)].filter((part) => part !== "").join("\n\n");
  return [
    ...(sources.length === 0 ? ["Nothing was found."] : [wrapUntrusted(said, { source: "web research" })]),
    ...(dropped.length > 0 ? [`${dropped.length} sentences of the model stand in no source and were dropped.`] : []),
    ...(gaps.length > 0 ? [wrapUntrusted(gaps.slice(0, 12).join("\n"), { source: "gaps" })] : []),
    ...(path === undefined ? [] : [`Report: ${path}`]),
    ...(ends === "" ? [] : [ends]),
  ].join("\n");
}

/** Numbers of the sources behind passages, such as `[1][3]`. */
export const numbersOf = ({ findings }: ResearchTopicOutput, cites: readonly string[]): string => {
  const numbers = cites.flatMap((id) => findings.find((finding) => finding.id === id)?.source ?? []);
  return [...new Set(numbers)].map((n) => `[${n}]`).join("");
};

function answerLines(found: ResearchTopicOutput): string {
  const parts = (found.answer ?? []).map(({ text, cites, quotation }) =>
    quotation ? `“${flat(text)}” ${numbersOf(found, cites)}` : `${text} ${numbersOf(found, cites)}`,
  );
  return parts.join("\n");
}

/** Without an answer, what the sources say themselves. */
function findingLines({ answer, findings }: ResearchTopicOutput): string {
  if (answer && answer.length > 0) return "";
  return findings.map(({ quote, source }) => `“${flat(quote)}” [${source}]`).join("\n");
}

const sourceLines = ({ sources }: ResearchTopicOutput): string =>
  sources
    .map(({ n, title, url, published, copy }) =>
      [`[${n}] ${flat(title) || url}`, title && url, published?.slice(0, 10), copy && "copy of another source"]
        .filter(Boolean)
        .join(" · "),
    )
    .join("\n");

export const flat = (text: string): string => text.replace(/\s+/gu, " ").trim();
