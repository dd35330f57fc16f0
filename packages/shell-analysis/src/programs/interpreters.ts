import type { Arg } from "../parse/arg.ts";
import { both, named, set, touching } from "./_files.ts";
import { risksOf } from "./file-readers.ts";
import { type Program, splitArgs } from "./program.ts";

const longOptions = set(
  "--rcfile --init-file --login --norc --noprofile --posix --verbose --version --help --restricted --noediting --debugger",
);

const fromInput = "it runs its input as code";

/** A script that can be named, and not what a pipe, a heredoc or a substitution gives. */
export const isFile = ({ text, kind }: Arg): boolean =>
  kind === "exact" && text !== "-" && !/^\/(dev|proc)\//.test(text);

/** `sh -c 'text'` does what the text does; a shell without one runs whatever comes in. */
const shell: Program = (call) => {
  // `+x` turns an option off, and `+o` takes the next word.
  const args = call.args.map((arg) =>
    /^[+][A-Za-z]+$/.test(arg.text) ? { ...arg, text: `-${arg.text.slice(1)}` } : arg,
  );
  const takesValue = set("-O -o --rcfile --init-file");
  const [first] = splitArgs(args, takesValue).operands;
  // What follows the script, or the text of -c, is the script's.
  const words = splitArgs(first ? args.slice(0, args.indexOf(first) + 1) : args, takesValue);
  if (words.options.some(({ name }) => name.startsWith("--") && !longOptions.has(name)))
    return { unknowns: ["it may run text as code"] };
  const reads = words.options.flatMap(({ name, value }) =>
    /^--(rcfile|init-file)$/.test(name) && value ? [value] : [],
  );
  if (words.options.some(({ name }) => name === "-c")) {
    if (first?.kind !== "exact") return { unknowns: ["it runs text as code that is only known when it runs"] };
    return { ...touching(call, { read: reads }), scripts: [first.text], ownArgs: args.indexOf(first) };
  }
  if (!first || !isFile(first) || splitArgs(args).options.some(({ name }) => name === "-s"))
    return { unknowns: [fromInput] };
  return { ...touching(call, { read: [first, ...reads] }), code: [first, ...reads] };
};

/** A program whose arguments can be code. Its files are read; the code in them is its own. */
const interpreter =
  (code: string, { values = "", alone = true, modules = "" } = {}): Program =>
  (call) => {
    const words = splitArgs(call.args, set(`${code} ${values} ${modules}`));
    // A module is a program by its name, which rules are held against as well.
    const named = risksOf(words, set(modules)).map((risk) => ({ ...risk, startsNothing: true }));
    const risks = [...risksOf(words, set(code)), ...named];
    const [script] = words.operands;
    if (risks.length > 0) return { risks };
    if (script && !isFile(script)) return { ...touching(call, { read: [script] }), unknowns: [fromInput] };
    if (script) return { ...touching(call, { read: [script] }), code: [script] };
    const asks = words.options.some(({ name }) => /^(-h|--help|-v|-V|--version)$/.test(name));
    return alone && !asks ? { unknowns: [fromInput] } : {};
  };

/**
 * Whether a script has nothing by which it could run a program, read variables or write a file. A `>` compares before the
 * first brace and in `if ($1 > 5)`; behind `print` it writes.
 */
function isPlainAwk(script: string): boolean {
  const [pattern = "", ...rest] = script.replace(/\|\||[<>!=]=/g, "").split("{");
  const compares = /^[\w\s$.<>!&()+*%-]*$/.test(pattern);
  const text = (compares ? [pattern.split(">").join(""), ...rest] : [pattern, ...rest]).join("{");
  return !/system|getline|[|>@]|ENVIRON|ARGV|close/.test(
    text.replace(/\bif\s*\(\s*\$\w+\s*>\s*[\d.]+\s*(?=[)&])/g, ""),
  );
}

/** `awk` runs programs and writes files by `system`, pipes and redirections in its script. */
const awk: Program = (call) => {
  const words = splitArgs(
    call.args,
    set("-F -v -f --file --field-separator --assign -E --exec -i --include -l --load -e --source"),
  );
  const known = /^(-F|--field-separator|-v|--assign|-V|--version|-h|--help|-P|--posix|--re-interval|--csv|-k|-b)$/;
  const fromFile = words.options.some(({ name }) => !known.test(name));
  const [script, ...files] = words.operands;
  const harmless = !fromFile && script?.kind === "exact" && isPlainAwk(script.text);
  return both(touching(call, { read: named(fromFile ? words.operands : files) }), {
    helper: harmless,
    risks: harmless
      ? []
      : [
          ...words.options.flatMap(({ name, words }) =>
            known.test(name) ? [] : [{ words, reason: `${name} makes it run code, or write a file` }],
          ),
          { words: script ? [script.text] : [], reason: "its script may write files or run programs" },
        ],
  });
};

const editor: Program = (call) => {
  const words = splitArgs(call.args, set("-c --cmd -S -u -s -w -W --eval -l --load -f"));
  return both(touching(call, { modify: named(words.operands.filter(({ text }) => !text.startsWith("+"))) }), {
    risks: [{ words: [], reason: "an editor can run any program" }],
  });
};

/** Text that is run at another time. */
const later: Program = ({ args }) =>
  args.every(({ text }) => /^-[lrcV]$/.test(text)) && args.length > 0 ? {} : { unknowns: [fromInput] };

const shells = "sh bash dash zsh ksh ash rbash fish csh tcsh mksh yash nu elvish xonsh".split(" ");
const python = interpreter("-c -W -X -i", { modules: "-m" });
const tools = "tclsh wish guile lldb gdb julia Rscript irb ghci m4 dc gnuplot octave pwsh jshell groovy scala swift";
const code = "-c -e -E -x -p --eval --eval-command --command -ex -Command -File -EncodedCommand -f -l -i";

/** Options of node after which it runs, loads or writes something else than the script and what that says. */
const node = interpreter(
  "-e --eval -p --print -pe -r --require --import --loader --experimental-loader --env-file --env-file-if-exists --run -i --interactive " +
    "--inspect --inspect-brk --inspect-wait --inspect-port --openssl-config --icu-data-dir --diagnostic-dir --redirect-warnings " +
    "--cpu-prof --cpu-prof-dir --heap-prof --heap-prof-dir --report-dir --report-directory --report-filename --trace-event-file-pattern --build-sea " +
    "--build-snapshot --snapshot-blob --experimental-sea-config --experimental-config-file --experimental-default-config-file --test-global-setup " +
    "--test-reporter --test-reporter-destination --tls-keylog --localstorage-file --watch-path --experimental-policy",
  { values: "-C --conditions" },
);

export const interpreters: Readonly<Record<string, Program>> = {
  ...Object.fromEntries(shells.map((name) => [name, shell])),
  python,
  python2: python,
  python3: python,
  pypy: python,
  pypy3: python,
  ipython: python,
  node,
  nodejs: node,
  bun: interpreter("-e --eval -p --print -r --preload --cwd --config -c", { alone: false }),
  deno: (call) =>
    /^(eval|repl|x|task|install)$/.test(call.args[0]?.text ?? "eval")
      ? { risks: [{ words: call.args.slice(0, 1).map(({ text }) => text), reason: "it runs its arguments as code" }] }
      : interpreter("-r --preload --import-map -c --config", { alone: false })(call),
  at: later,
  batch: later,
  crontab: later,
  newgrp: later,
  perl: interpreter("-e -E -n -p -i -M -m -d -I -x -S -s"),
  ruby: interpreter("-e -r -n -p -i -I -C -x -S"),
  php: interpreter("-r -B -R -F -E -S -d -c -z"),
  lua: interpreter("-e -l -i"),
  ...Object.fromEntries(tools.split(" ").map((name) => [name, interpreter(code)])),
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
