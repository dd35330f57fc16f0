/** Lay JSON out over lines. Nothing in it is read as a value, so that long numbers and repeated keys stay. Nothing for what is no JSON. */
export function indentJson(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  const parts: string[] = [];
  let depth = 0;
  const line = () => `\n${"  ".repeat(Math.min(depth, 50))}`;
  tokens.forEach((token, index) => {
    const isEmpty = /^[\]}]$/.test(tokens[index + 1] ?? "");
    if (token === "{" || token === "[") {
      depth++;
      parts.push(token, isEmpty ? "" : line());
    } else if (token === "}" || token === "]") {
      depth--;
      parts.push(/^[[{]$/.test(tokens[index - 1] ?? "") ? "" : line(), token);
    } else if (token === ",") parts.push(token, line());
    else parts.push(token === ":" ? ": " : token);
  });
  return parts.join("");
}
