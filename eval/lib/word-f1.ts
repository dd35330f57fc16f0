/** How well a bag of words is that of a reference: the harmonic mean of precision and recall. */
export function wordF1(found: readonly string[], wanted: readonly string[]): number {
  if (found.length === 0 || wanted.length === 0) return found.length === wanted.length ? 1 : 0;
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of found) {
    const count = left.get(word) ?? 0;
    if (count > 0) shared++;
    left.set(word, count - 1);
  }
  return (2 * shared) / (found.length + wanted.length);
}

/**
 * The words of a text. What LibreOffice's conversion does not have is taken out of ours: heads of parts, addresses of links and
 * cells, placeholders of images, comments, speaker notes, headers and footers, and lists of formulas.
 */
export function wordsOf(file: string, text: string, isReference: boolean): string[] {
  const plain = isReference ? referenceText(file, text) : ownText(file, text);
  return plain.normalize("NFKC").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function referenceText(file: string, text: string): string {
  if (!/\.(?:pptx|pptm|odp)$/i.test(file)) return text;
  const body = /<office:presentation[\s\S]*<\/office:presentation>/.exec(text)?.[0] ?? "";
  return body
    .replace(/<presentation:notes[\s\S]*?<\/presentation:notes>/g, " ")
    .replace(/<(?:office:binary-data|svg:desc|svg:title|office:annotation|presentation:(?:header|footer|date-time)-decl)\b[^>]*>[\s\S]*?<\/[^>]+>/g, " ")
    .replace(/<text:(?:p|h|line-break|tab|s|list-item)\b[^>]*>/g, " ")
    .replace(/<[^>]+>/g, "")
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" })[name]!);
}

function ownText(file: string, text: string): string {
  const isSheet = /\.(?:xlsx|xlsm|ods)$/i.test(file);
  let own = text
    .replace(/^\[(?:page|slide|sheet|chapter) \d+[^\n]*\]$/gm, "")
    .replace(/\]\((?:[a-z]+:|\\\\)[^)\s]*\)/gi, "]")
    .replace(/\[(?:image|chart|object)(?:: [^\]]*)?\]/g, "")
    .replace(/^\[(?:comment|header|footer)\b.*$/gm, "")
    .replace(/\[comment \d+\]/g, "")
    .replace(/^\(hidden slide\)$/gm, "")
    .replace(/^Notes: [\s\S]*?(?=\n\n|$(?![\s\S]))/gm, "")
    .replaceAll("<br>", " ");
  if (isSheet)
    own = own
      .replace(/^(?:Formulas|Comments):\n(?:- .*\n?)*/gm, "")
      .replace(/^\|  \|.*\n\|(?: --- \|)*$/gm, "")
      .replace(/^(?:\| \d+ \||- [A-Z]+\d+:)/gm, "");
  return own;
}
