import type { OptionTypes } from "../config/arguments.ts";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** What is completed of a command. */
export interface Completed {
  readonly name: string;
  /** In a few words. */
  readonly about: string;
  readonly options: OptionTypes;
}

/** The words that an option or a first argument can be, where they are few. */
const choices: Readonly<Record<string, readonly string[]>> = {
  "--preset": ["coding", "minimal", "office", "readonly", "research"],
  "--dialect": ["snake", "camel", "claude"],
  "--sandbox": ["auto", "required", "off"],
  "--shell": ["system", "portable"],
  "--defer": ["mcp", "all", "none"],
  "--format": ["table", "json", "openai", "anthropic", "mcp"],
};

const firstWords: Readonly<Record<string, readonly string[]>> = {
  completion: shells,
  demo: ["repair", "agents"],
  mcp: ["accept", "login"],
  policy: ["explain", "check"],
  runs: ["list", "show", "watch", "answer", "cancel", "retry", "serve"],
  skills: ["list", "show", "trust", "untrust"],
};

/** A script for a shell that completes commands, their options and the values of those that have few. Other values are files. */
export function completionScript(shell: Shell, commands: readonly Completed[]): string {
  return { bash, zsh, fish }[shell](commands);
}

const optionsOf = ({ options }: Completed): string[] => [...Object.keys(options), "help"].map((name) => `--${name}`);
const wordsOf = (command: Completed): string[] => [...(firstWords[command.name] ?? []), ...optionsOf(command)];

function bash(commands: readonly Completed[]): string {
  const cases = commands.map((command) => `    ${command.name}) words="${wordsOf(command).join(" ")}" ;;`);
  const values = Object.entries(choices).map(([option, words]) => `    ${option}) words="${words.join(" ")}" ;;`);
  return `_holdall() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  case "$previous" in
${values.join("\n")}
    *)
      if [ "$COMP_CWORD" -eq 1 ]; then
        words="${[...commands.map(({ name }) => name), "help", "--version", "--help"].join(" ")}"
      else
        case "\${COMP_WORDS[1]}" in
${cases.map((line) => `      ${line}`).join("\n")}
          help) words="${commands.map(({ name }) => name).join(" ")}" ;;
        esac
      fi
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _holdall holdall
`;
}

function zsh(commands: readonly Completed[]): string {
  const cases = commands.map((command) => `    ${command.name}) words=(${wordsOf(command).join(" ")}) ;;`);
  const values = Object.entries(choices).map(
    ([option, words]) => `    ${option}) compadd -- ${words.join(" ")}; return ;;`,
  );
  return `#compdef holdall
_holdall() {
  local -a words_of_holdall
  if (( CURRENT == 2 )); then
    words_of_holdall=(
${commands.map(({ name, about }) => `      ${quote(`${name}:${about.replaceAll(":", "\\:")}`)}`).join("\n")}
    )
    _describe command words_of_holdall
    return
  fi
  case "$words[CURRENT-1]" in
${values.join("\n")}
  esac
  case "$words[2]" in
${cases.map((line) => line.replace("words=", "words_of_holdall=")).join("\n")}
    help) words_of_holdall=(${commands.map(({ name }) => name).join(" ")}) ;;
  esac
  compadd -- $words_of_holdall
  [[ "$words[CURRENT]" == -* ]] || _files
}
if [ "$funcstack[1]" = "_holdall" ]; then _holdall "$@"; else compdef _holdall holdall; fi
`;
}

function fish(commands: readonly Completed[]): string {
  const lines = commands.flatMap((command) => {
    const inside = `-n ${quote(`__fish_seen_subcommand_from ${command.name}`)}`;
    const first = firstWords[command.name]?.map((word) => `complete -c holdall ${inside} -a ${word}`) ?? [];
    const options = [...Object.entries(command.options), ["help", { type: "boolean" }] as const].map(
      ([name, { type }]) => {
        const words = choices[`--${name}`];
        const value = type === "boolean" ? "" : words ? ` -x -a ${quote(words.join(" "))}` : " -r";
        return `complete -c holdall ${inside} -l ${name}${value}`;
      },
    );
    return [
      `complete -c holdall -f -n __fish_use_subcommand -a ${command.name} -d ${quote(command.about)}`,
      ...first,
      ...options,
    ];
  });
  return `${lines.join("\n")}\n`;
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
