/** Arguments of `grep` in the spellings that the interpreter reads. */
export interface GrepArguments {
  readonly options: readonly string[];
  readonly files: readonly string[];
  readonly excludedFolders: readonly string[];
  readonly isRecursive: boolean;
  /** Each line begins with the name of its file, also for one file. */
  readonly isNamed: boolean;
  readonly isUnnamed: boolean;
  /** Errors of files are not told. */
  readonly isSilent: boolean;
}

const valued = "efmABC";
const shortOf: Readonly<Record<string, string>> = {
  ...{ regexp: "e", file: "f", "max-count": "m", "after-context": "A", "before-context": "B", context: "C" },
  ...{ "ignore-case": "i", "with-filename": "H", "no-filename": "h", "no-messages": "s", recursive: "r" },
  ...{ "dereference-recursive": "r", text: "a", quiet: "q", silent: "q", count: "c", "line-number": "n" },
};
/** What makes no difference here: there are no terminals, and no buffers. */
const without = /^--(?:colou?r|line-buffered|binary-files|no-ignore-case|directories)(?:=|$)/;
const globs = /^--(include|exclude|exclude-dir)(?:=(.*))?$/s;

/** Read the arguments: options with their values apart, several patterns as one with a line each. */
export function grepArguments(args: readonly string[]): GrepArguments {
  const options: string[] = [];
  const patterns: string[] = [];
  const operands: string[] = [];
  const excludedFolders: string[] = [];
  const letters = new Set<string>();
  const take = (letter: string, value: string | undefined) => {
    if (value === undefined) options.push(`-${letter}`);
    else if (letter === "e") patterns.push(value);
    else options.push(`-${letter}`, value);
    letters.add(letter);
  };
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--") {
      operands.push(...rest.splice(0));
    } else if (word.startsWith("--")) {
      const [, kind, its] = globs.exec(word) ?? [];
      if (kind !== undefined) {
        const value = its ?? rest.shift() ?? "";
        options.push(`--${kind}=${value}`);
        if (kind === "exclude-dir") excludedFolders.push(value);
        continue;
      }
      if (without.test(word)) continue;
      const [, name = "", given] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
      const letter = shortOf[name];
      if (letter === undefined) options.push(word);
      else if (valued.includes(letter)) take(letter, given ?? rest.shift());
      else addFlag(letter);
    } else if (/^-\d+$/.test(word)) take("C", word.slice(1));
    else if (word.startsWith("-") && word.length > 1) {
      for (let at = 1; at < word.length; at++) {
        const letter = word[at] ?? "";
        if (valued.includes(letter)) {
          take(letter, word.slice(at + 1) || rest.shift());
          break;
        }
        addFlag(letter);
      }
    } else operands.push(word);
  }
  const hasPattern = patterns.length > 0 || letters.has("f");
  const pattern = hasPattern ? patterns : operands.slice(0, 1);
  return {
    options: pattern.length > 0 ? [...options, "-e", pattern.join("\n")] : options,
    files: hasPattern ? operands : operands.slice(1),
    excludedFolders,
    isRecursive: letters.has("r") || letters.has("R"),
    isNamed: letters.has("H"),
    isUnnamed: letters.has("h"),
    isSilent: letters.has("s"),
  };

  function addFlag(letter: string): void {
    letters.add(letter);
    // The interpreter does not know the first ones, and the others need nothing here.
    if (!"HsaIUyG".includes(letter)) options.push(`-${letter}`);
    else if (letter === "y") options.push("-i");
  }
}
