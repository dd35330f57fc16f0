/** What a command leaves for the next one. */
export interface ShellState {
  /** Exported variables. */
  readonly exported: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, string>>;
  /** Variables that the shell starts with and that were unset. */
  readonly unset: readonly string[];
  /** Statements that declare the arrays. */
  readonly arrays: string;
  /** Definitions of functions by name. */
  readonly functions: ReadonlyMap<string, string>;
}

export const emptyState: ShellState = { exported: {}, variables: {}, unset: [], arrays: "", functions: new Map() };

/** Variables that the interpreter sets itself. */
const own = new Set(
  (
    "_ PWD OLDPWD SHELLOPTS BASHOPTS OPTIND OPTERR PIPESTATUS FUNCNAME LINENO RANDOM SECONDS EPOCHSECONDS EPOCHREALTIME " +
    "BASH_REMATCH BASH_SOURCE BASH_LINENO BASHPID PPID UID EUID DIRSTACK GROUPS SHLVL HOSTNAME HOSTTYPE MACHTYPE OSTYPE REPLY"
  ).split(" "),
);

const isName = (name: string): boolean =>
  /^[A-Za-z_]\w*$/.test(name) && !own.has(name) && !name.startsWith("__holdall");

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The state after a command, from all variables and those that are exported. */
export function stateAfter(
  all: ReadonlyMap<string, string>,
  exportedNames: ReadonlySet<string>,
  initial: Readonly<Record<string, string>>,
  arrays: string,
  functions: ReadonlyMap<string, string>,
): ShellState {
  const arrayNames = new Set(Array.from(arrays.matchAll(/^declare -[aA]\w* (\w+)/gm), ([, name]) => name));
  const entries = [...all].filter(([name]) => isName(name) && !arrayNames.has(name));
  return {
    exported: Object.fromEntries(entries.filter(([name]) => exportedNames.has(name))),
    variables: Object.fromEntries(entries.filter(([name]) => !exportedNames.has(name))),
    unset: Object.keys(initial).filter((name) => isName(name) && !all.has(name)),
    arrays: arrays
      .split(/\n(?=declare -)/)
      .filter((statement) => isName(/^declare -\w+ (\w+)/.exec(statement)?.[1] ?? ""))
      // The interpreter splits the values of a declaration at blanks, and those of an assignment it does not.
      .map((statement) => statement.replace(/^declare -\w*?([aA])\w* (\w+)=\(/, "declare -$1 $2; $2=("))
      .join("\n"),
    functions,
  };
}

/** Statements that bring a state back, apart from exported variables. */
export const statementsOf = ({ variables, unset, arrays, functions }: ShellState): string =>
  [
    ...unset.map((name) => `unset ${name}`),
    ...Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)}`),
    arrays,
    ...functions.values(),
    "true",
  ]
    .filter((statement) => statement !== "")
    .join("\n");
