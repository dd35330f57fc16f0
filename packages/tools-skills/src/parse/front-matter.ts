import { splitFrontMatter } from "@holdall/tool-kit/text";
import { parseDocument } from "yaml";
import { skillLimits } from "./skill.ts";

/** Whether front matter matches what the server has listed, which the user approved. */
export function saysTheSame(bytes: Uint8Array, listed: object): boolean {
  const parts = splitFrontMatter(new TextDecoder().decode(bytes));
  if (!parts || parts.yaml.length > skillLimits.frontMatter) return false;
  try {
    const document = parseDocument(parts.yaml, { schema: "core", prettyErrors: false });
    return document.errors.length === 0 && canonical(document.toJS({ maxAliasCount: 0 })) === canonical(listed);
  } catch {
    return false;
  }
}

/** JSON with sorted keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
