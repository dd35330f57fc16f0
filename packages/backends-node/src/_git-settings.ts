export interface GitSetting {
  /** Lower case, as in `core.excludesfile`; a subsection keeps its case. */
  readonly key: string;
  readonly value: string;
}

/** The settings of a git configuration file, in order. What git would not understand is passed over. */
export function gitSettings(text: string): GitSetting[] {
  const found: GitSetting[] = [];
  let section = "";
  for (const line of text
    .replace(/^\uFEFF/, "")
    .replace(/(?<!\\)((?:\\\\)*)\\\r?\n/g, "$1")
    .split(/\r?\n/)) {
    const head = /^\s*\[([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\]/.exec(line);
    if (head)
      section = [head[1]?.toLowerCase(), head[2]?.replace(/\\(.)/g, "$1")]
        .filter((part) => part !== undefined)
        .join(".");
    const rest = head ? line.slice(head[0].length) : line;
    const [, name, value] = /^\s*([a-z][\w-]*)\s*(?:=(.*))?$/is.exec(rest) ?? [];
    if (name !== undefined) found.push({ key: `${section}.${name.toLowerCase()}`, value: unquoted(value ?? "true") });
  }
  return found;
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };

/** A value without its quotes, escapes, comment, and the spaces around it that no quote keeps. */
function unquoted(written: string): string {
  let value = "";
  let end = 0;
  let quoted = false;
  for (let i = 0; i < written.length; i++) {
    const char = written[i]!;
    if (char === '"') {
      quoted = !quoted;
      end = value.length;
    } else if (char === "\\") {
      const escaped = written[++i] ?? "";
      value += escapes[escaped] ?? escaped;
      end = value.length;
    } else if (!quoted && (char === "#" || char === ";")) break;
    else if (quoted || /\S/.test(char)) {
      value += char;
      end = value.length;
    } else if (value !== "") value += char;
  }
  return value.slice(0, end);
}
