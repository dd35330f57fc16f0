import { both, named, set, touching } from "./_files.ts";
import { risksOf } from "./file-readers.ts";
import { type Program, splitArgs } from "./program.ts";

/** `sh -c 'text'` does what the text does; a shell without one runs whatever comes in. */
const shell: Program = (call) => {
  const words = splitArgs(call.args, set("-O -o --rcfile --init-file"));
  const [first] = words.operands;
  const reads = words.options.flatMap(({ name, value }) =>
    /^--(rcfile|init-file)$/.test(name) && value ? [value] : [],
  );
  if (words.options.some(({ name }) => name === "-c")) {
    if (first?.kind !== "exact") return { unknowns: ["it runs text as code that is only known when it runs"] };
    return { ...touching(call, { read: reads }), scripts: [first.text], ownArgs: call.args.indexOf(first) };
  }
  if (!first || words.options.some(({ name }) => name === "-s"))
    return { unknowns: ["it runs what it reads from its input as code"] };
  return { ...touching(call, { read: [first, ...reads] }), code: [first, ...reads] };
};

/** A program whose arguments can be code. Its files are read; the code in them is its own. */
const interpreter =
  (code: string, { values = "", alone = true } = {}): Program =>
  (call) => {
    const words = splitArgs(call.args, set(`${code} ${values}`));
    const risks = risksOf(words, set(code));
    const [script] = words.operands;
    if (risks.length > 0) return { risks };
    if (script && script.text !== "-") return { ...touching(call, { read: [script] }), code: [script] };
    const asks = words.options.some(({ name }) => /^(-h|--help|-v|-V|--version)$/.test(name));
    return alone && !asks ? { unknowns: ["it runs what it reads from its input as code"] } : {};
  };

/** `awk` runs programs and writes files by `system`, pipes and redirections in its script. */
const awk: Program = (call) => {
  const words = splitArgs(
    call.args,
    set("-F -v -f --file --field-separator --assign -E --exec -i --include -l --load -e --source"),
  );
  const fromFile = words.options.some(({ name }) =>
    /^(-f|--file|-E|--exec|-i|--include|-l|--load|-e|--source)$/.test(name),
  );
  const [script, ...files] = words.operands;
  const harmless =
    !fromFile &&
    script?.kind === "exact" &&
    !/system|getline|[|>@]|ENVIRON|ARGV|close|printf?\s*>/.test(
      script.text.replace(/\|\||[<>!=]=|\$\d+\s*>\s*[\d.]+/g, ""),
    );
  return both(touching(call, { read: named(fromFile ? words.operands : files) }), {
    helper: harmless,
    risks: harmless
      ? []
      : [{ words: script ? [script.text] : [], reason: "its script may write files or run programs" }],
  });
};

const editor: Program = (call) => {
  const words = splitArgs(call.args, set("-c --cmd -S -u -s -w -W --eval -l --load -f"));
  return both(touching(call, { modify: named(words.operands.filter(({ text }) => !text.startsWith("+"))) }), {
    risks: [{ words: [], reason: "an editor can run any program" }],
  });
};

const shells = ["sh", "bash", "dash", "zsh", "ksh", "ash", "rbash", "fish"];
const python = interpreter("-c -m", { values: "-W -X" });

export const interpreters: Readonly<Record<string, Program>> = {
  ...Object.fromEntries(shells.map((name) => [name, shell])),
  python,
  python2: python,
  python3: python,
  node: interpreter("-e --eval -p --print -r --require --import --loader --experimental-loader --env-file", {
    values: "-C --conditions",
  }),
  bun: interpreter("-e --eval -p --print -r --preload", { alone: false }),
  deno: interpreter("eval", { alone: false }),
  perl: interpreter("-e -E -n -p -i -M -m", { values: "-I" }),
  ruby: interpreter("-e -r -n -p -i", { values: "-I -C" }),
  php: interpreter("-r -B -R -F -E -S", { values: "-d -c" }),
  lua: interpreter("-e -l"),
  osascript: interpreter("-e"),
  awk,
  gawk: awk,
  mawk: awk,
  vim: editor,
  vi: editor,
  nvim: editor,
  ex: editor,
  ed: editor,
  emacs: editor,
  nano: editor,
};
