// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions look like JavaScript templates
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toPath } from "@holdall/tool-core";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { analyzeCommand } from "./analyze-command.ts";

/** `HOLDALL_COMMANDS=12000` for a long run. */
const wanted = Number(process.env.HOLDALL_COMMANDS ?? 0);

/** What changes `x`, or looks as if it did. */
const changes = [
  ...["eval x=p2", "eval 'x=p2'", "command eval x=p2", "builtin eval x=p2", "source <(echo x=p2)", "trap x=p2 DEBUG"],
  ...[
    "((x++))",
    "((x=3))",
    "echo $((x=2))",
    "[[ x=2 -eq 1 ]]",
    "let x=5",
    "let x+=1",
    ": ${x:=p2}",
    "x+=p2",
    "x[0]=p2",
  ],
  ...["read x <<<p3", "read -r y x <<<'a p2'", "builtin read x <<<p2", "mapfile x <<<p2", "unset x", "getopts a x -a"],
  ...["printf -v x p2", "printf -vx p2", "command printf -v x p2", "y=x; printf -v $y p2", "y=x; read $y <<<p2"],
  ...["export x=p2", "export 'x=p2'", "declare x=p2", "declare -n y=x; y=p2", "readonly x=p2", "command export x=p2"],
  ...["f() { x=p2; }; f", "true() { x=p2; }; true", "f() { declare -g x=p2; }; f", "g() { x=p2; }", "g", "x=(p2 p3)"],
  ...[
    "(x=p2)",
    "{ x=p2; }",
    "if true; then x=p2; fi",
    "false || x=p2",
    "x=p2 | true",
    "x=p2 &",
    "x=p2 true",
    "time x=p2",
  ],
  ...[
    "for x in p2 p3; do :; done",
    "while read x; do :; done <<<p2",
    "while x=p2; do break; done",
    "[[ a =~ (a) ]] && x=p2",
  ],
];

const { command } = fc.letrec<{ word: string; simple: string; command: string }>((tie) => {
  const [word, simple, command] = [tie("word"), tie("simple"), tie("command")];
  const of = (...parts: (string | fc.Arbitrary<string>)[]) =>
    fc
      .tuple(...parts.map((part) => (typeof part === "string" ? fc.constant(part) : part)))
      .map((texts) => texts.join(""));
  const change = fc.constantFrom(...changes);
  const value = fc.constantFrom("p1", "a", "1");
  return {
    word: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom(
        "a",
        "b",
        "1",
        "-x",
        "p0",
        "';p2'",
        "'$(p3)'",
        '"\\$(p3)"',
        "$'\\x70\\x31'",
        "{a,p1}",
        "p1\\\n",
        "\\;",
      ),
      of('"$(', command, ')"'),
      of("$(", command, ")"),
      of("<(", command, ")"),
      of("${x:-", word, "}"),
      of("$((1+$(", command, ")))"),
      of("${x/", word, "/", word, "}"),
    ),
    simple: of(
      fc.constantFrom("p0", "p1", "p\\2", "'p1'", "p''0", "$'p2'", "{p1,a}"),
      fc.constantFrom(" ", " a "),
      word,
      fc.constantFrom(
        "",
        "",
        " >f",
        " 2>&1",
        " <<E\ntext $(p1)\nE\n",
        " <<'E'\n$(p3)\nE\n",
        " <<-E\n\t`p1`\n\tE\n",
        " <<<a",
      ),
    ),
    command: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      simple,
      fc.constantFrom(
        "p0",
        "p1 a",
        "p2",
        "x=p1; $x",
        "x='p1 a'; eval $x",
        "trap 'p2' EXIT",
        "f() { p3; }; f",
        "# p1",
        "coproc p1",
      ),
      of(command, fc.constantFrom(" && ", " || ", "; ", " | ", " |& ", " & ", "\n"), command),
      of("(", command, ")"),
      of("{ ", command, "; }"),
      of("! ", command),
      of("if ", command, "; then ", command, "; else ", command, "; fi"),
      of("for x in ", word, " b; do ", command, "; done"),
      of("while ", command, "; do ", command, "; break; done"),
      of("case ", word, " in a) ", command, ";; ", word, "|*) ", command, ";; esac"),
      of("f() { ", command, "; }; f"),
      of("sh -c '", value, "'"),
      of("x=", word, " ", simple),
      of("[[ ", word, " == ", word, " ]] && ", command),
      of("(( $(", command, ") + 1 )) || ", command),
      of("x=(", word, " $(", command, "))"),
      of("x[$(", command, ")0]=1"),
      of(fc.constantFrom("env ", "timeout 1 ", "command ", "exec ", "xargs "), simple),
      of("cat <<E | ", command, "\n$(", command, ")\nE\n"),
      of("x=", value, "; ", change, "; ", change, "; p0 $x"),
      of("x=", value, "; for y in 1 2; do p0 $x; ", change, "; done"),
      of("g() { ", change, "; }; x=a; for y in 1 2; do p0 $x; g; done"),
    ),
  };
});

const isDynamic = (word: string) => /[$`*?[{~<>(]/.test(word);

test("bash starts no program that was not told, whatever the command, where there is no unknown", () => {
  const folder = mkdtempSync(join(tmpdir(), "holdall-bash-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const name of ["p0", "p1", "p2", "p3"]) {
    writeFileSync(join(bin, name), `#!/bin/sh\nprintf '%s\\1' ${name} "$@" > "$STARTED/$$"\n`);
    chmodSync(join(bin, name), 0o755);
  }
  let [runs, starts] = [0, 0];
  fc.assert(
    fc.property(command, (source) => {
      const { programs, unknowns } = analyzeCommand(source, { cwd: toPath(folder) });
      if (unknowns.length > 0) return;
      const started = join(folder, String(runs++));
      mkdirSync(started);
      const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: folder, STARTED: started };
      spawnSync("bash", ["--norc", "--noprofile", "-c", source], { cwd: started, env, input: "", timeout: 5000 });
      for (const name of readdirSync(started)) {
        if (!/^\d+$/.test(name)) continue;
        const argv = readFileSync(join(started, name), "latin1").split("\x01").slice(0, -1);
        if (argv.length === 0) continue; // it has not written yet
        starts++;
        const isTold = programs.some(
          (told) =>
            (told.argv.length === argv.length && told.argv.every((word, i) => word === argv[i])) ||
            (told.argv.includes(argv[0]!) && told.argv.some(isDynamic)),
        );
        expect(isTold, `${source}\nstarted ${argv.join(" ")}`).toBe(true);
      }
    }),
    { numRuns: wanted || 150 },
  );
  expect(starts).toBeGreaterThan(5);
}, 60_000);
