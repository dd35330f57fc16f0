import { quoteTexts, splitFrontMatter } from "@holdall/tool-kit/text";
import { isMap, isScalar, isSeq, LineCounter, parseDocument, visit, type YAMLMap } from "yaml";
import { isSkillName, type SkillFields, skillLimits } from "./skill.ts";

/** What is wrong with a text, and where. */
export interface TextProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
  readonly skipped: boolean;
}

export interface ParsedSkill {
  /** Absent where the text is not a skill. */
  readonly fields?: SkillFields | undefined;
  readonly body: string;
  /** The line that the body begins with. */
  readonly bodyLine: number;
  readonly problems: readonly TextProblem[];
}

/**
 * Parse a SKILL.md according to the Agent Skills specification. All values are plain text; YAML anchors, aliases and tags are
 * rejected. A violation of the rules for `name` or `description` makes the skill invalid; other invalid fields are left out.
 * Source: https://agentskills.io/specification
 */
export function parseSkill(text: string, folder: string): ParsedSkill {
  const parts = splitFrontMatter(text);
  const refused = (line: number, message: string): ParsedSkill => ({
    body: parts?.body ?? "",
    bodyLine: parts?.bodyLine ?? 1,
    problems: [{ line, message, skipped: true }],
  });
  if (!parts) return refused(1, startProblem(text));
  if (parts.yaml.length > skillLimits.frontMatter)
    return refused(1, `The front matter has ${parts.yaml.length} characters; ${skillLimits.frontMatter} are read.`);
  const lines = new LineCounter();
  const lineOf = (node: unknown): number => {
    const { range } = Object(node) as { range?: readonly number[] };
    return range?.[0] === undefined ? 1 : lines.linePos(range[0]).line + 1;
  };
  const read = (yaml: string, lineCounter = new LineCounter()) =>
    parseDocument(yaml, { schema: "failsafe", lineCounter, prettyErrors: false });
  let quoted: readonly TextProblem[] = [];
  let map: YAMLMap;
  try {
    let document = read(parts.yaml, lines);
    if (document.errors.length > 0) {
      const mended = quoteTexts(parts.yaml, (field) => read(field).errors.length === 0);
      const again = mended.quoted.length > 0 ? read(mended.yaml) : document;
      if (again.errors.length === 0) {
        lines.lineStarts.length = 0;
        document = read(mended.yaml, lines);
        quoted = mended.quoted.map(({ key, line }) => ({
          line,
          message: `${key} is not valid YAML and is read as plain text. Put the value in quotes.`,
          skipped: false,
        }));
      }
    }
    const [wrong] = [...document.errors, ...document.warnings];
    if (wrong)
      return refused(
        lines.linePos(wrong.pos[0]).line + 1,
        `The front matter is not valid YAML: ${wrong.message.replace(/\.?$/, ".")} Put a text with signs such as : or # in quotes.`,
      );
    const { contents } = document;
    if (!isMap(contents)) return refused(2, "The front matter has no fields.");
    let special: unknown;
    visit(document, (_, node) => {
      const { anchor, tag, source } = Object(node) as { anchor?: string; tag?: string; source?: unknown };
      const isAlias = typeof source === "string" && !isScalar(node);
      if (!isAlias && anchor === undefined && !isOwnTag(tag)) return undefined;
      special = node;
      return visit.BREAK;
    });
    if (special !== undefined)
      return refused(lineOf(special), "YAML anchors, aliases and tags are not supported. Write the text itself.");
    map = contents as YAMLMap;
  } catch (thrown) {
    // What is nested too deeply overflows the stack.
    const why = thrown instanceof RangeError ? "It is nested too deeply." : String(thrown);
    return refused(1, `The front matter cannot be read. ${why}`);
  }
  const { fields, problems } = checkFields(map, folder, lineOf);
  return { fields, problems: [...quoted, ...problems], body: parts.body, bodyLine: parts.bodyLine };
}

/** Tags that YAML gives by itself to what has none. */
const isOwnTag = (tag: string | undefined): boolean =>
  tag !== undefined && !/^tag:yaml\.org,2002:(map|seq|str)$/.test(tag);

function startProblem(text: string): string {
  const rule = "SKILL.md must begin with front matter between two lines ---";
  const at = text.split(/\r?\n/, 1000).findIndex((line) => /^\s*---\s*$/.test(line));
  if (at === -1) return `${rule}.`;
  return at === 0
    ? `${rule}; the second one is missing.`
    : `${rule}; here it starts at line ${at + 1}. Move what is before it.`;
}

function checkFields(
  map: YAMLMap,
  folder: string,
  lineOf: (node: unknown) => number,
): Pick<ParsedSkill, "fields" | "problems"> {
  const problems: TextProblem[] = [];
  const nodeOf = (key: string) => map.get(key, true) as unknown;
  const report = (key: string, message: string, skipped: boolean) =>
    problems.push({ line: lineOf(nodeOf(key)), message: `${key} ${message}`, skipped });
  const textOf = (key: string): string | undefined => {
    const node = nodeOf(key);
    return isScalar(node) ? String(node.value).trim() : undefined;
  };

  const name = textOf("name") ?? "";
  if (name === "") report("name", "is missing.", true);
  else if (!isSkillName(name))
    report("name", `must be 1 to ${skillLimits.name} of a-z, 0-9 and single hyphens between them.`, true);
  else if (name !== folder)
    report("name", `is ${name}, and its folder is ${shown(folder)}. They must be the same.`, true);

  const description = textOf("description") ?? "";
  const length = [...description].length;
  if (length === 0) report("description", "is missing.", true);
  else if (length > skillLimits.description)
    report("description", `has ${length} characters; the specification allows ${skillLimits.description}.`, true);

  let compatibility = textOf("compatibility");
  if (compatibility !== undefined && [...compatibility].length > skillLimits.compatibility) {
    report("compatibility", `has more than ${skillLimits.compatibility} characters and is left out.`, false);
    compatibility = undefined;
  }
  const metadata: Record<string, string> = Object.create(null);
  const written = nodeOf("metadata");
  if (isMap(written)) {
    for (const { key, value } of written.items)
      if (isScalar(key) && isScalar(value)) metadata[String(key.value)] = String(value.value);
      else
        problems.push({
          line: lineOf(key),
          message: "metadata must be texts by name; this is left out.",
          skipped: false,
        });
  } else if (written !== undefined) report("metadata", "must be texts by name; it is left out.", false);

  if (problems.some(({ skipped }) => skipped)) return { problems };
  const fields = { name, description, license: textOf("license"), compatibility, metadata, wants: wantsOf() };
  return { fields, problems };

  function wantsOf(): readonly string[] {
    const node = nodeOf("allowed-tools");
    if (isScalar(node)) return String(node.value).match(/[^\s,(]+(?:\([^)]*\))?/g) ?? [];
    if (isSeq(node)) return node.items.flatMap((item) => (isScalar(item) ? String(item.value) : []));
    return [];
  }
}

const shown = (name: string): string => JSON.stringify(name.slice(0, 100));
