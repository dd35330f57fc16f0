import type { Arg } from "../_arg.ts";
import { type Program, splitArgs } from "../_program.ts";
import type { Effect, Risk } from "../analysis.ts";
import { both, here, named, set, touching } from "./_files.ts";
import { hostOf } from "./network.ts";

/** Options before the subcommand whose value is the next word. */
const globalValues = set(
  "-C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix --attr-source",
);

/** Options of any subcommand that run a program or write a file. */
const risky = set(
  "--output --ext-diff --textconv --exec --upload-pack --receive-pack --open-files-in-pager -O --extcmd --tool --paginate " +
    "--gpg-sign --template --config --separate-git-dir --execdir --strategy",
);
/** The same where a short option means something else elsewhere. */
const riskyFor: Readonly<Record<string, ReadonlySet<string>>> = {
  clone: set("-u -c --config --template"),
  "ls-remote": set("-u"),
  fetch: set("-u"),
  rebase: set("-x"),
  grep: set("-O"),
  difftool: set("-x"),
  "format-patch": set("-o --output-directory"),
  archive: set("-o --remote"),
};

/** Subcommands whose work is to run other programs, or to change what git runs. */
const runners = set(
  "filter-branch bisect submodule--helper difftool mergetool instaweb daemon shell web--browse send-email p4 svn cvsserver fast-import hook maintenance gui citool",
);

/** `git`: what it does inside the repository is its own; what it runs, and where it reaches outside, is told. */
export const git: Program = (call) => {
  const risks: Risk[] = [];
  const reads: Arg[] = [];
  let at = 0;
  for (; at < call.args.length; at++) {
    const arg = call.args[at];
    if (!arg?.text.startsWith("-")) break;
    const name = arg.text.split("=")[0] ?? "";
    const takesNext = globalValues.has(name) && !arg.text.includes("=");
    const value = takesNext ? call.args[at + 1] : { ...arg, text: arg.text.slice(name.length + 1) };
    if (/^(-C|--git-dir|--work-tree)$/.test(name) && value) reads.push(value);
    if (/^(-c|--exec-path|--config-env|-p|--paginate)$/.test(name) && (name !== "--exec-path" || value?.text)) {
      risks.push({
        words: takesNext && value ? [arg.text, value.text] : [arg.text],
        reason: `git ${name} changes what git runs`,
      });
    }
    if (takesNext) at++;
  }
  const [subcommand, ...args] = call.args.slice(at);
  if (!subcommand) return both(touching(call, { read: reads }), { risks });
  if (subcommand.kind !== "exact") return { unknowns: ["which git command it is is only known when it runs"] };
  const name = subcommand.text;
  const words = splitArgs(
    args,
    set(
      "-m --message -F --file -b -B --author --date --format --pretty -n --max-count -S -G --since --until --depth --branch -o --output -O -x -u --exec",
    ),
  );
  for (const option of words.options) {
    const long = option.name.startsWith("--") && option.name.length > 4;
    const found = [...risky, ...(riskyFor[name] ?? [])].some(
      (risk) =>
        (risk === option.name && (risk.startsWith("--") || riskyFor[name]?.has(risk))) ||
        (long && risk.startsWith(option.name)),
    );
    if (found)
      risks.push({
        words: [name, ...option.words],
        reason: `git ${name} ${option.name} runs a program or writes a file`,
      });
  }
  const [first, ...others] = words.operands;
  if (runners.has(name)) risks.push({ words: [name], reason: `git ${name} runs other programs` });
  if (name === "config" && changesConfig(words.operands, words.options))
    risks.push({ words: ["config"], reason: "git config can make git run programs" });
  if (name === "submodule" && first?.text === "foreach")
    risks.push({ words: ["submodule", "foreach"], reason: "it runs a program in every submodule" });
  if (name === "rebase" && words.options.some((option) => option.name === "-x"))
    return { risks: [...risks, { words: ["rebase", "-x"], reason: "it runs a program at every commit" }] };
  if (name === "worktree" && first?.text === "add")
    return both(touching(call, { read: reads, write: others.slice(0, 1) }), { risks });
  if (name === "init") return both(touching(call, { read: reads, write: [first ?? here] }), { risks });
  const messages = words.options.flatMap((option) =>
    /^(-F|--file)$/.test(option.name) && option.value ? [option.value] : [],
  );
  const elsewhere =
    /^(diff|grep)$/.test(name) && words.options.some((option) => option.name === "--no-index") ? words.operands : [];
  const effects: Effect[] = /^(clone|fetch|pull|push|ls-remote|remote|submodule)$/.test(name)
    ? words.operands.flatMap((arg) => hostOf(arg.text) ?? [])
    : [];
  const target = name === "clone" && others[0] ? [others[0]] : [];
  return {
    ...both(touching(call, { read: [...reads, ...named([...messages, ...elsewhere])], write: target }), {
      risks,
      effects,
    }),
    ...(/^(ls-files|diff|grep|ls-tree)$/.test(name) && { prints: [{ ...here, text: "*", kind: "glob" as const }] }),
  };
};

function changesConfig(operands: readonly Arg[], options: readonly { readonly name: string }[]): boolean {
  const reads = options.some(({ name }) =>
    /^(--get|--get-all|--get-regexp|--list|-l|--show-origin|--get-urlmatch)$/.test(name),
  );
  return (
    !reads &&
    (operands.length > 1 || options.some(({ name }) => /^(--add|--unset|--replace-all|--edit|-e)$/.test(name))) &&
    operands[0]?.text !== "get" &&
    operands[0]?.text !== "list"
  );
}
