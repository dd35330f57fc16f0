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
 * The words of a text. What one side lacks is taken out of both: heads of parts, addresses of links and cells, labels of lists,
 * placeholders of images, charts, comments, speaker notes, headers and footers, and lists of formulas.
 */
export function wordsOf(file: string, text: string, isReference: boolean): string[] {
  const plain = isReference ? referenceText(file, text) : ownText(file, text);
  return (
    plain
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

const isSheet = (file: string): boolean => /\.(?:xlsx|xlsm|ods)$/i.test(file);

/** Elements of LibreOffice's flat XML whose text is not compared. */
const left =
  /<(draw:object|presentation:notes|office:binary-data|svg:desc|svg:title|office:annotation|text:note-citation|text:tracked-changes|office:forms|text:page-number|presentation:(?:header|footer|date-time)-decl)\b(?:[^>]*\/>|[\s\S]*?<\/\1>)/g;

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function referenceText(file: string, text: string): string {
  if (isSheet(file)) return text;
  const body =
    /<office:(?:presentation|text|drawing)\b[\s\S]*<\/office:(?:presentation|text|drawing)>/.exec(text)?.[0] ?? "";
  return body
    .replace(left, "")
    .replace(/<(?:text:(?:p|h|line-break|tab|s|list-item|note)|table:table-cell|draw:[\w-]+)\b[^>]*>/g, " ")
    .replace(/<[^>]+>/g, "")
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name]!);
}

function ownText(file: string, text: string): string {
  const own = text
    .replace(/^\[(?:page|slide|sheet|chapter) \d+[^\n]*\]$/gm, "")
    .replace(/\]\((?:[a-z]+:|\\\\)[^)\n]*\)/gi, "")
    .replace(/^\[chart(?:: [^\]\n]*)?\]\n\n(?:\|.*\n?)+/gm, "")
    .replace(/\[(?:image|chart|object)(?:: [^\]]*)?\]/g, "")
    .replace(/^\[(?:comment|header|footer)\b[\s\S]*?(?=\n\[|\n\n|$(?![\s\S]))/gm, "")
    .replace(/\[comment \d+\]/g, "")
    .replace(/\[\^e?\w*\]:?/g, "")
    .replace(/\{--|--\}|\{\+\+|\+\+\}/g, "")
    .replace(/^\(hidden slide\)$/gm, "")
    .replace(/^Notes: [\s\S]*?(?=\n\n|$(?![\s\S]))/gm, "")
    .replaceAll("<br>", " ")
    .replaceAll("(not calculated)", "");
  if (!isSheet(file)) return own.replace(/^(?:#+ )? *(?:\(?\w{1,5}(?:\.\w{1,5})*[.)]|-) /gm, "");
  return own
    .replace(/^(?:Formulas|Comments):\n(?:- .*\n?)*/gm, "")
    .replace(/^\| {2}\|.*\n\|(?: --- \|)*$/gm, "")
    .replace(/^(?:\| \d+ \||- [A-Z]+\d+:)/gm, "");
}
