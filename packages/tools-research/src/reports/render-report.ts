import { flat, numbersOf } from "./render-research.ts";
import type { ResearchTopicOutput } from "./research-output.ts";

/** The report as a Markdown file. Untrusted text is escaped, so that it stays plain text. */
export function renderReport(found: ResearchTopicOutput): string {
  const { question, findings, sources, gaps, dropped } = found;
  const answer = (found.answer ?? []).map(({ text, cites, quotation }) =>
    quotation ? `> ${escaped(text)} ${numbersOf(found, cites)}` : `${escaped(text)} ${numbersOf(found, cites)}`,
  );
  const quotes = findings.map(({ id, quote, source, start, end }) =>
    [`> ${escaped(quote)}`, ">", `> — ${id}, source [${source}], characters ${start} to ${end}`].join("\n"),
  );
  const list = sources.map(
    ({ n, title, url, fetched_at, sha256 }) =>
      `- [${n}] ${escaped(title)} <${url.replace(/[<>\s]/g, encodeURIComponent)}>, read ${fetched_at}, sha256 ${sha256}`,
  );
  const left = [...gaps, ...dropped.map(({ text, why }) => `Dropped: ${text} (${why})`)].map(
    (line) => `- ${escaped(line)}`,
  );
  return [
    `# ${escaped(question)}`,
    ...answer,
    ...(quotes.length > 0 ? ["## Findings", ...quotes] : ["Nothing was found."]),
    ...(list.length > 0 ? ["## Sources", list.join("\n")] : []),
    ...(left.length > 0 ? ["## Gaps", left.join("\n")] : []),
  ]
    .join("\n\n")
    .concat("\n");
}

const escaped = (text: string): string => flat(text).replace(/[\\`*_[\]<>#|~!]/g, "\\$&");
