import type { Path } from "@holdall/tool-core";
import type { Effect, Risk } from "../analysis.ts";
import type { Folders, LookupContext } from "../files/paths.ts";
import type { Arg } from "../parse/arg.ts";
import type { Exported } from "../parse/environment.ts";

/** A program with its arguments, judged in the folders where it may run. */
export interface Call extends LookupContext, Exported {
  readonly name: string;
  /** Without the name. */
  readonly args: readonly Arg[];
  /** The repository whose configuration is protected; programs that another one makes git run were not approved. */
  readonly trusted?: Path | undefined;
  /** The command before it in a pipeline prints paths that lie here; nothing when it prints anything else. */
  readonly piped: readonly Arg[] | undefined;
  readonly kindOf?: KindOf | undefined;
}

/**
 * What there is at a path now, before the command runs; nothing where there is nothing. `other`: a link, what is reached
 * through one, a device, or what cannot be looked at.
 */
export type KindOf = (path: Path) => "file" | "folder" | "other" | undefined;

/** What a program does with its arguments. */
export interface Meaning {
  /** It prints, and does what is listed here; nothing else. */
  readonly helper?: boolean;
  readonly effects?: readonly Effect[];
  readonly risks?: readonly Risk[];
  /** Why it cannot be determined what it does. */
  readonly unknowns?: readonly string[];
  /** What cannot be determined of its files and hosts, where it is certain which programs run. */
  readonly unknownFiles?: readonly string[];
  /** What it runs, where its words name it: a script, what a build reads. Of a program that is not known, any of its words. */
  readonly code?: readonly Arg[];
  /** The same, for what only a look at the files has shown: its text alone does not tell. */
  readonly seen?: readonly string[];
  /** It may bring in files and links that were not inspected. */
  readonly brings?: boolean;
  /** A program that it starts, itself being only the way. */
  readonly runs?: readonly {
    readonly args: readonly Arg[];
    readonly wrapper: boolean;
    readonly piped?: readonly Arg[];
  }[];
  /** Shell text that it runs. */
  readonly scripts?: readonly string[];
  /** Of what it starts or runs: how many of its arguments come before. Without this, all that it does not hand on. */
  readonly ownArgs?: number;
  /** What it throws away that no path names. */
  readonly discards?: string;
  /** Where the paths lie that it prints, if it prints only paths. */
  readonly prints?: readonly Arg[];
  /** Where the shell continues; `undefined` for anywhere. */
  readonly goesTo?: { readonly folders: Folders };
}

export type Program = (call: Call) => Meaning;

/** The words of a call that are not options, and the options with their values. Everything after `--` is a word. */
export interface Words {
  readonly operands: readonly Arg[];
  readonly options: readonly {
    readonly name: string;
    readonly value: Arg | undefined;
    readonly words: readonly string[];
  }[];
}

/** True for a long option, or the beginning of one, which GNU programs take for it. */
export const isOption = (name: string, full: string): boolean =>
  name === full || (name.length > 2 && name.startsWith("--") && full.startsWith(name));

/**
 * Split arguments as getopt does: `-abc` are three options unless one of them takes a value, `--name=value` and
 * `--name value` are the same. `takesValue` names the options whose value is the next word when it is not attached.
 * A shortened one counts as the whole one; as it may be another, the word after it counts as an operand, too.
 */
export function splitArgs(args: readonly Arg[], takesValue: ReadonlySet<string> = new Set()): Words {
  const operands: Arg[] = [];
  const options: { name: string; value: Arg | undefined; words: string[] }[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (!arg) continue;
    if (arg.text === "--" && arg.kind === "exact") {
      operands.push(...args.slice(i + 1));
      break;
    }
    if (!arg.text.startsWith("-") || arg.text === "-") {
      operands.push(arg);
      continue;
    }
    const next = () => {
      const value = args[i + 1];
      if (value) i++;
      return value;
    };
    const part = (text: string): Arg => ({ ...arg, text, mayBeOption: text.startsWith("-") });
    if (arg.text.startsWith("--") || takesValue.has(arg.text)) {
      const equals = arg.text.indexOf("=");
      const written = equals < 0 ? arg.text : arg.text.slice(0, equals);
      const whole = takesValue.has(written) ? written : takesValue.values().find((known) => isOption(written, known));
      const name = whole ?? written;
      const following = name === written ? next : () => args[i + 1];
      const value = equals < 0 ? (whole ? following() : undefined) : part(arg.text.slice(equals + 1));
      options.push({ name, value, words: equals < 0 && value ? [arg.text, value.text] : [arg.text] });
      continue;
    }
    for (let at = 1; at < arg.text.length; at++) {
      const name = `-${arg.text[at]}`;
      const attached = arg.text.slice(at + 1);
      if (!takesValue.has(name)) options.push({ name, value: undefined, words: [arg.text] });
      else {
        const value = attached === "" ? next() : part(attached);
        options.push({ name, value, words: attached === "" && value ? [arg.text, value.text] : [arg.text] });
        break;
      }
    }
  }
  return { operands, options };
}
