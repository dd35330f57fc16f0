// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions look like JavaScript templates
import { toPath } from "@holdall/tool-core";
import { describe, expect, it } from "vitest";
import { analyzeCommand } from "./analyze-command.ts";

const analyze = (source: string) => analyzeCommand(source, { cwd: toPath("/home/me/app"), home: "/home/me" });
const unknownReasons = (source: string) => analyze(source).unknowns.map(({ reason }) => reason);

describe("what bash computes may run code, and is an unknown", () => {
  it.each([
    // Quotes protect nothing in arithmetic.
    "echo $(('$(a)'))",
    "echo $((${x:-'$(a)'}))",
    "echo $[ '$(a)' ]",
    "(( '$(a)' ))",
    "x['$(a)']=1",
    "x[${y:-'$(a)'}]=1",
    "x=(1); echo ${x['$(a)']}",
    // The value of a name is computed again, down to the subscripts in it.
    "x='y[$(a)]'; echo $((x))",
    "x='y[$(a)]'; (( x ))",
    "x='y[$(a)]'; echo ${z[x]} ${z:x} ${z:0:x}",
    "x='y[$(a)]'; z[x]=1",
    "x='y[$(a)]'; [[ x -eq 1 ]]",
    "x=$(cat f); echo $((x + 1))",
    "echo $((not_set_here))",
    "f() { echo $(($1)); }",
    "[[ 'y[$(a)]' -eq 1 ]]",
    "i=0; for x in 1 2; do echo $((i)); read i < f; done",
    "i=0; g() { i=$(cat f); }; while ((i < 2)); do g; done",
    // Builtins that take names, and compute subscripts in them.
    "[[ -v 'y[$(a)]' ]]",
    "test -v 'y[$(a)]'",
    "[ -v 'y[$(a)]' ]",
    "[ ! -R 'y[$(a)]' ]",
    "[ $x = y ]",
    '[ "$x" "$y" ]',
    "printf -v 'y[$(a)]' x",
    "printf '-vy[$(a)]' x",
    'printf "$x"',
    "read 'y[$(a)]' < f",
    "read -a 'y[$(a)]' < f",
    'read "$x" < f',
    "mapfile 'y[$(a)]' < f",
    "unset 'y[$(a)]'",
    "wait -p 'y[$(a)]'",
    "getopts a 'y[$(a)]'",
    "let 'y[$(a)]'",
    "let x+=y",
    "declare 'y[$(a)]=1'",
    "export 'y[$(a)]=1'",
    "declare -i x; x='y[$(a)]'",
    "local -n x=y",
    "declare -n x='y[$(a)]'",
    "export $(cat .env)",
    // Builtins that call what they are given, or let a name mean another program.
    "mapfile -C a -c 1 x < f",
    "hash -p ./evil ls; ls",
    "trap 'x=/etc/passwd' DEBUG; x=b; cat $x",
    "wc() { echo 'y[$(a)]'; }; n=$(ls | wc -l); echo $((n))",
    "date() { echo 'y[$(a)]'; }",
    // Quotes in an expansion in a heredoc are letters.
    "cat <<END\n${x:-'$(a)'}\nEND",
  ])("%j", (source) => expect(unknownReasons(source)).not.toEqual([]));
});

describe("what only computes is none", () => {
  it.each([
    "echo $((1 + 2 * 0x1f)) $((2#101 << 3)) $[1 + 2]",
    "x=5; echo $((x * 2)) $(($x * 2)) $((${x} * 2))",
    "echo $(( $(date +%s) - 5 )) $((${#x} + $#)) $(($? == 0))",
    "n=$(ls src | wc -l); echo $((n + 1))",
    "i=0; while ((i < 3)); do i=$((i + 1)); echo $i; done",
    "i=0; until [ $i -ge 3 ]; do i=$((i + 1)); done",
    "for i in {1..9..2}; do echo $((i * i)); done",
    "for i in $(seq 1 9); do echo $((i * i)); done",
    "x=1; ((x++)); ((y = x << 2)); echo $((y))",
    "count=0; for f in a b; do count=$((count + 1)); done; echo $count",
    "x=abc; echo ${x:0:7} ${x: -1}",
    "x=(1 2); x[0]=3; echo ${x[@]} ${#x[@]} ${x[1]}",
    "[[ $? -eq 0 && ${#x} -gt 3 ]]",
    '[ "$x" = y ] && [ -n "$y" ] && [ ! -d z ]',
    "[ $(id -u) -eq 0 ]",
    "[[ -v x ]] && test -v x",
    "read -r -p 'Go on? [y/N] ' answer",
    "mapfile -t lines < f",
    "printf '%s [%d]\\n' \"$x\" 1",
    "printf -v x %s y",
    "export CI=1 PORT=$(pwd); declare -A m; unset X; unset -f g",
    "let x=5",
    "hash -r; wait; wait $!; set -euo pipefail",
    "cat <<END\n${x:-y} it's\nEND",
  ])("%j", (source) => expect(unknownReasons(source)).toEqual([]));
});

describe("a value holds until something changes it", () => {
  it.each([
    ["x=a; cat $x", true],
    ["x=1; ((x++)); cat $x", false],
    ["x=1; : $((x += 1)); cat $x", false],
    ["x=a; eval 'x=b'; cat $x", false],
    ["x=a; eval 'y=b'; cat $x", true],
    ["x=a; export 'x=b'; cat $x", false],
    ["x=a; printf -vx b; cat $x", false],
    ["x=a; printf x; cat $x", true],
    ["trap 'echo bye' EXIT; x=a; cat $x", true],
    ["trap 'cd /' EXIT; x=a; cat $x", false],
    ["eval 'cd ..'; cat a; cat ./a", true],
    ["REPLY=a; read < f; cat $REPLY", false],
    ["x=a; f() { x=b; }; f; cat $x", false],
    ["x=a; ls() { x=b; }; ls; cat $x", false],
    ["x=a; f() { b; }; f; cat $x", true],
    ["x=a; : ${x:=b}; cat $x", false],
    ["x=a; for y in 1 2; do cat $x; x=b; done", false],
    ["x=a; for y in 1 2; do cat $x; y=x; printf -v $y b; done", false],
    ["x=a; for y in 1 2; do cat $x; printf b; done", true],
    ["x=a; while b; do cat $x; for x in c; do :; done; done", false],
  ])("%s", (source, holds) => {
    const { effects, unknowns } = analyze(source);
    const reads = effects.filter(({ action }) => action === "read").map(({ target }) => target);
    expect(unknowns.length === 0 && reads.includes("/home/me/app/a")).toBe(holds);
  });

  it.each([
    "for PATH in ./x; do ls; done",
    "read PATH < f",
    "printf -v PATH x",
    "export 'PATH=x'",
    "((UID = 1, PATH = 2))",
  ])("nothing sets PATH unseen: %s", (source) => expect(unknownReasons(source)).not.toEqual([]));
});
