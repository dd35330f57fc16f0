/** JSON with comments and trailing commas; undefined for anything else. */
export function readJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  const plain = text.replace(/^\ufeff/, "");
  try {
    return JSON.parse(plain);
  } catch {
    try {
      return JSON.parse(withoutComments(plain));
    } catch {
      return undefined;
    }
  }
}

function withoutComments(text: string): string {
  return text
    .replace(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, quoted: string | undefined) => quoted ?? " ")
    .replace(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/g, (_, quoted: string | undefined) => quoted ?? "");
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
