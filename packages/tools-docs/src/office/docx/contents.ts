import { field, jump, textRuns } from "./runs.ts";

interface Entry {
  readonly level: number;
  readonly text: string;
  readonly bookmark: string;
}

const deepest = 3;

/** A table of contents that Word computes; until then it has the headings, with links and without pages. */
export function writeContents(headings: readonly Entry[]): string {
  const listed = headings.filter(({ level }) => level <= deepest);
  if (listed.length === 0) return "";
  const least = listed.reduce((top, { level }) => Math.min(top, level), deepest);
  const begin = `<w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve"> TOC \\o "${least}-${deepest}" \\h \\z \\u </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>`;
  const lines = listed.map(({ level, text, bookmark }, at) => {
    const entry = jump(bookmark, `${textRuns(text)}<w:r><w:tab/></w:r>${field(`PAGEREF ${bookmark} \\h`, "…")}`);
    return `<w:p><w:pPr><w:pStyle w:val="TOC${level}"/></w:pPr>${at === 0 ? begin : ""}${entry}</w:p>`;
  });
  return [
    '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/><w:docPartUnique/></w:docPartObj></w:sdtPr><w:sdtContent>',
    ...lines,
    '<w:p><w:pPr><w:pStyle w:val="TableSpacing"/></w:pPr><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p></w:sdtContent></w:sdt>',
  ].join("");
}
