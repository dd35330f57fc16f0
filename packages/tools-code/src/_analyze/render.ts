import { showPath } from "@holdall/tool-kit/file-tools";
import type { AnalyzeCodeOutput, AnalyzedFile } from "./schema.ts";

/** A line a definition, then imports, dependents and the most complex functions. */
export function renderAnalysis({ files, total, cycles, notes }: AnalyzeCodeOutput): string {
  const lines = files.flatMap(linesOf);
  const omitted = total - files.length;
  if (omitted > 0) lines.push(`+${omitted} smaller files.`);
  for (const cycle of cycles) lines.push(`import each other: ${cycle.map(showPath).join(", ")}`);
  return [...lines, ...notes].join("\n");
}

function linesOf({ path, language, lines, symbols, outline, imports, complexity, dependents }: AnalyzedFile): string[] {
  return [
    `${showPath(path)} ${lines} lines, ${symbols} symbols${language === undefined ? "" : `, ${language}`}`,
    ...(outline ?? []).map(
      ({ line, end_line: end, depth, signature, exported, members, kind }) =>
        `${"  ".repeat(depth)}${line}-${end} ${exported && !/^(?:export|pub)\b/.test(signature) ? "exported " : ""}${signature || kind}${members > 0 ? ` · ${members} members` : ""}`,
    ),
    ...(imports && imports.length > 0
      ? [
          `  imports: ${imports.map(({ specifier, path: to }) => (to === undefined ? specifier : `${specifier} (${showPath(to)})`)).join(", ")}`,
        ]
      : []),
    ...(dependents ? [`  imported by: ${dependents.map(showPath).join(", ") || "no file"}`] : []),
    ...(complexity && complexity.length > 0
      ? [
          `  most complex: ${complexity.map(({ name, line, cyclomatic }) => `${name}:${line} ${cyclomatic}`).join(", ")}`,
        ]
      : []),
  ];
}
