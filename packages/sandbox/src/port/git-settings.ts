export interface GitSetting {
  /** Lower case, as in `core.excludesfile`. A subsection keeps its case. */
  readonly key: string;
  readonly value: string;
}

const header = /^\s*\[([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\]/;

/** Parse the settings of a git configuration file, in order. Lines that git would not accept are skipped. */
export function gitSettings(text: string): GitSetting[] {
  const found: GitSetting[] = [];
  let section = "";
  for (const line of wholeLines(text)) {
    let rest = line;
    // A line may have several.
    for (let head = header.exec(rest); head; head = header.exec(rest)) {
      section = [head[1]?.toLowerCase(), head[2]?.replace(/\\(.)/g, "$1")]
        .filter((part) => part !== undefined)
        .join(".");
      rest = rest.slice(head[0].length);
    }
    const [, name, value] = /^\s*([a-z][\w-]*)\s*(?:=(.*))?$/is.exec(rest) ?? [];
    if (name !== undefined) found.push({ key: `${section}.${name.toLowerCase()}`, value: unquoted(value ?? "true") });
  }
  return found;
}

/** Lines, with those that a backslash ends joined to the next. In a comment it ends none. */
function wholeLines(text: string): string[] {
  const lines: string[] = [];
  let parts: string[] = [];
  let quoted = false;
  for (const line of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    let goesOn = false;
    for (let i = 0; i < line.length; i++) {
      const char = line[i];
      if (char === "\\") goesOn = ++i === line.length;
      else if (char === '"') quoted = !quoted;
      else if (!quoted && (char === "#" || char === ";")) break;
    }
    parts.push(goesOn ? line.slice(0, -1) : line);
    if (goesOn) continue;
    lines.push(parts.join(""));
    parts = [];
    quoted = false;
  }
  return parts.length > 0 ? [...lines, parts.join("")] : lines;
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
