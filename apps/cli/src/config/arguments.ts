import { parseArgs } from "node:util";
import { nearest } from "@holdall/tool-core";
import { UsageError } from "../usage-error.ts";

interface OptionType {
  readonly type: "string" | "boolean";
  /** It can be given again, and all its values count. */
  readonly multiple?: boolean;
}

/** Option name → what it takes. */
export type OptionTypes = Readonly<Record<string, OptionType>>;

type ValueOf<T extends OptionType> = T["type"] extends "boolean"
  ? boolean
  : T["multiple"] extends true
    ? readonly string[]
    : string;

export interface Arguments<O extends OptionTypes> {
  readonly values: { readonly [K in keyof O]?: ValueOf<O[K]> };
  readonly words: readonly string[];
}

/** Parse the words after a command's name. Throws UsageError with the nearest options there are. */
export function parseArguments<const O extends OptionTypes>(
  argv: readonly string[],
  options: O,
  words: { readonly most: number },
): Arguments<O> {
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) throw unknownOption(rawName, options);
    if (option.type === "string" && value === undefined) throw new UsageError(`${rawName} needs a value.`);
    if (option.type === "boolean" && value !== undefined) throw new UsageError(`${rawName} does not take a value.`);
  }
  const extra = positionals[words.most];
  if (extra !== undefined) throw new UsageError(`Unexpected argument: ${JSON.stringify(extra)}.`, quoting(extra));
  return { values: values as Arguments<O>["values"], words: positionals };
}

/** The words with an empty value for an option that may stand without one. */
export const withEmptyValue = (argv: readonly string[], option: string): string[] =>
  argv.map((word, at) => (word === option && (argv[at + 1] ?? "-").startsWith("-") ? `${option}=` : word));

/** The value of an option that is one of a few words. */
export function oneOf<const T extends string>(option: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found) return found;
  const close = nearest(value, choices, 1)[0];
  const list = choices.join(", ");
  throw new UsageError(
    `${option} cannot be "${value}".`,
    `${close ? `Did you mean ${close}? ` : ""}Choose one of ${list}.`,
  );
}

function unknownOption(rawName: string, options: OptionTypes): UsageError {
  const names = [...Object.keys(options), "help"];
  const close = nearest(rawName.replace(/^-+/, ""), names, 1)[0];
  return new UsageError(
    `There is no option ${rawName} here.`,
    close ? `Did you mean --${close}?` : `The options are ${names.map((name) => `--${name}`).join(", ")}.`,
  );
}

function quoting(word: string): string | undefined {
  return /[{}":]/.test(word)
    ? "Put the JSON in single quotes, so that the shell passes it as one argument."
    : undefined;
}
