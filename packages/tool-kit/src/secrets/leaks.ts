import { ToolError } from "@holdall/tool-core";
import type { Secrets } from "./secrets.ts";

/** Characters at the ends of a long text that a value in parts may have in one of its parts. */
const edge = 8_192;

/** Names of secrets whose value or stand-in is in these texts: in one of them, or in parts that follow each other. */
export function leakedNames(secrets: Secrets, texts: readonly string[]): readonly string[] {
  const parts = texts.flatMap((text) => [text, ...partsOf(text)]);
  const edges = texts.map((text) => (text.length > 2 * edge ? text.slice(0, edge) + text.slice(-edge) : text));
  const joined = texts.length > 1 ? [edges.join(""), edges.map(valuesOf).join("")] : [];
  const bare = (text: string) => text.replace(/[^A-Za-z0-9]+/g, "");
  // Most texts are the same in each of these views.
  const views = new Set([...parts, ...joined].flatMap((text) => [text, bare(text)]));
  return [
    ...new Set(Array.from(views, (text) => secrets.find(text)).flatMap((found) => found.map(({ name }) => name))),
  ];
}

/** Throw `permission_denied` if a value or a stand-in would leave in one of these texts. */
export function refuseLeaks(secrets: Secrets, texts: readonly string[], what: string): void {
  const [name] = leakedNames(secrets, texts);
  if (name === undefined) return;
  throw new ToolError("permission_denied", `${what} contains the value of a secret: ${name}. Nothing was sent.`, {
    hint: `Leave the value out. Where it is needed, write secret:${name}: the value is put in for the hosts of that secret.`,
    data: { secret: name },
  });
}

/** Every text in plain data: first the keys, then the values, which follow each other as a reader would put them together. */
export function textsIn(value: unknown): readonly string[] {
  const keys: string[] = [];
  const values: string[] = [];
  const visit = (inner: unknown) => {
    if (typeof inner === "string") values.push(inner);
    else if (typeof inner === "number" || typeof inner === "bigint") values.push(String(inner));
    else if (Array.isArray(inner)) inner.forEach(visit);
    else if (typeof inner === "object" && inner !== null && !ArrayBuffer.isView(inner)) {
      keys.push(...Object.keys(inner));
      Object.values(inner).forEach(visit);
    }
  };
  visit(value);
  return [...keys, ...values];
}

/** What may hide a value that is cut into pieces: the values of a URL or a form without the names between them. */
function partsOf(text: string): readonly string[] {
  const values = valuesOf(text);
  const unescaped = decoded(text);
  return [...(values === text ? [] : [values]), ...(unescaped === text ? [] : [unescaped])];
}

function valuesOf(text: string): string {
  if (!text.includes("=")) return text;
  let values = "";
  for (const [, value = ""] of text.matchAll(/=([^&;\s]*)/g)) values += decoded(value);
  return values || text;
}

function decoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A text with the name of each secret instead of its value, as results show it. */
export function coverSecrets(secrets: Pick<Secrets, "find"> | undefined, text: string): string {
  let covered = "";
  let at = 0;
  for (const { start, end, name } of secrets?.find(text) ?? []) {
    covered += `${text.slice(at, start)}[secret ${name}]`;
    at = end;
  }
  return covered + text.slice(at);
}
