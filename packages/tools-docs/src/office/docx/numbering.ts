import { type ListKind, maxLevel, step, twips } from "./context.ts";

const kinds = ["bullets", "numbers", "checks"] as const;

const signs = ["•", "–", "▪"];
const formats = ["decimal", "lowerLetter", "lowerRoman"];

/** What the lists of a document look like. `lists` are those that were made, the first with the number 1. */
export function numberingXml(lists: readonly ListKind[]): string {
  const abstract = kinds.map((kind, id) => {
    const levels = Array.from({ length: maxLevel + 1 }, (_, level) => levelXml(kind, level));
    return `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="hybridMultilevel"/>${levels.join("")}</w:abstractNum>`;
  });
  const numbers = lists.map(({ kind, level, start }, at) => {
    const from =
      kind === "numbers" ? `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride>` : "";
    return `<w:num w:numId="${at + 1}"><w:abstractNumId w:val="${kinds.indexOf(kind)}"/>${from}</w:num>`;
  });
  return `<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${abstract.join("")}${numbers.join("")}</w:numbering>`;
}

function levelXml(kind: ListKind["kind"], level: number): string {
  const format = kind === "numbers" ? formats[level % formats.length] : "bullet";
  const text = kind === "numbers" ? `%${level + 1}.` : kind === "bullets" ? signs[level % signs.length] : "";
  // The box of a task is in its text, so that it can be ticked.
  const suffix = kind === "checks" ? '<w:suff w:val="nothing"/>' : "";
  return [
    `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${suffix}<w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/>`,
    `<w:pPr><w:ind w:left="${twips(step * (level + 1))}" w:hanging="${twips(step)}"/></w:pPr></w:lvl>`,
  ].join("");
}
