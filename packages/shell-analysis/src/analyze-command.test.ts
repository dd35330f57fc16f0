// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions look like JavaScript templates
import { toPath } from "@holdall/tool-core";
import { describe, expect, it } from "vitest";
import { analyzeCommand } from "./analyze-command.ts";

const analyze = (source: string) =>
  analyzeCommand(source, { cwd: toPath("/home/me/app"), home: "/home/me", repository: "/home/me/app" });

/** `programs; effects`, helpers in brackets, wrappers before a colon. */
const told = (source: string): string => {
  const { programs, effects } = analyze(source);
  const calls = programs.map(({ text, helper, wrappers }) => {
    const through = wrappers.length > 0 ? `${wrappers.map(({ argv }) => argv[0]).join(" ")}: ` : "";
    return helper ? `[${through}${text}]` : `${through}${text}`;
  });
  const touched = effects.map(({ action, target, pattern = "" }) => `${action} ${target}${pattern && ` ${pattern}`}`);
  return [calls.join(" | "), ...touched].join("; ");
};

const unknownReasons = (source: string): string =>
  analyze(source)
    .unknowns.map(({ reason }) => reason)
    .join("; ");
const risks = (source: string): string[] =>
  analyze(source).programs.flatMap((program) => program.risks.map(({ words }) => words.join(" ")));

describe("programs", () => {
  it.each([
    ["git status", "git status"],
    ["cd src && npm test 2>&1 | tail -20", "[cd src] | npm test | [tail -20]"],
    ["a; b & c || d", "a | b | c | d"],
    ["(a; { b; })", "a | b"],
    ["if a; then b; elif c; then d; else e; fi", "a | b | c | d | e"],
    ["while a; do b; done", "a | b"],
    ["case x in y) a;; *) b;; esac", "a | b"],
    ["f() { a; }; f", "a | f"],
    ["! a", "a"],
    ["x=1 y=2 a", "a"],
    ["a # b; c", "a"],
    ["a \\\n b", "a b"],
    ["timeout -k 3 5 nice -n 2 a b", "timeout nice: a b"],
    ["env -u X A=1 a", "env: a"],
    ["sh -c 'a; b'", "sh: a | sh: b"],
    [`bash -lc "a 'b c'"`, "bash: a 'b c'"],
    ["eval 'a b' c", "eval: a b c"],
    ["command a", "command: a"],
    ["trap 'a' EXIT", "trap: a"],
    ["find . -name x -exec a {} +", "find . -name x -exec a '{}' + | a ./*; read /home/me/app"],
    ["git ls-files | xargs -n 1 a -b", "git ls-files | xargs: a -b *"],
    ["git ls-files | xargs -i a {} b", "git ls-files | xargs: a * b"],
    ["git ls-files | xargs -0I{} a {}", "git ls-files | xargs: a *"],
    ["git ls-files | xargs --replace a {}", "git ls-files | xargs: a *"],
    ["exec -cla x a b", "exec: a b"],
    ["nice -5 a", "nice: a"],
  ])("%s", (source, expected) => expect(told(source)).toBe(expected));
});

describe("nested scripts", () => {
  it.each([
    "echo $(a)",
    "echo `a`",
    'echo "x $(a) y"',
    "cat <(a)",
    "x=$(a)",
    "echo ${x:-$(a)}",
    "echo $((1 + $(a)))",
    "(( x = $(a) ))",
    "[[ -n $(a) ]]",
    "cat <<END\n$(a)\nEND",
    "cat <<< $(a)",
    "x=(1 $(a))",
    "case $(a) in *) ;; esac",
    "for i in $(a); do :; done",
    "echo > $(a)",
    "coproc a",
    "export X=$(a)",
    "echo $(echo $(echo `a`))",
  ])("%s", (source) => expect(analyze(source).programs.map(({ text }) => text)).toContain("a"));

  it("leaves a quoted heredoc alone", () => expect(told("cat <<'END'\n$(a)\nEND")).toBe("cat"));
});

describe("words", () => {
  it.each([
    ["r''m x", "rm x"],
    ['"r"m x', "rm x"],
    ["r\\m x", "rm x"],
    ["$'\\x72m' x", "rm x"],
    ["{rm,-f,x}", "rm -f x"],
    ["a 'it'\\''s'", "a 'it'\\''s'"],
    ["a ''", "a ''"],
    ["a ~/x", "a /home/me/x"],
    ["a x=1", "a 'x=1'"],
  ])("%s", (source, expected) => expect(analyze(source).programs[0]?.text).toBe(expected));

  it.each(["$a b", "/bin/r?m x", "${IFS}a", "$(echo rm) x", "{a..c} b", "~other/a", "r*m", "${x@P}", "`x`"])(
    "does not know which program %s is",
    (source) => expect(unknownReasons(source)).not.toBe(""),
  );
});

describe("files", () => {
  it.each([
    ["cat a /etc/hosts", "read /home/me/app/a; read /etc/hosts"],
    ["cat ../b", "read /home/me/b"],
    ["cat src/*.ts", "read /home/me/app/src *.ts"],
    ["cat {a,b}.ts", "read /home/me/app/a.ts; read /home/me/app/b.ts"],
    ["echo x > out.txt", "write /home/me/app/out.txt"],
    ["echo x >> /etc/hosts", "write /etc/hosts"],
    ["a &> log", "write /home/me/app/log"],
    ["a > /dev/null 2>&1", ""],
    ["a <> b", "write /home/me/app/b; read /home/me/app/b"],
    ["tee -a log", "write /home/me/app/log"],
    ["dd if=a of=/dev/sda", "read /home/me/app/a; write /dev/sda"],
    [
      "cp a b c/",
      "read /home/me/app/a; read /home/me/app/b; write /home/me/app/c; write /home/me/app/c/a; write /home/me/app/c/b",
    ],
    ["cp -t c a", "read /home/me/app/a; write /home/me/app/c; write /home/me/app/c/a"],
    [
      "mv a b",
      "read /home/me/app/a; write /home/me/app/b; delete /home/me/app/a; write /home/me/app/b/.git; write /home/me/app/b/a; write /home/me/app/b/a/.git",
    ],
    ["rm -rf -- -x", "delete /home/me/app/-x"],
    ["sed -i.bak s/a/b/ x", "read /home/me/app/x; write /home/me/app/x; write /home/me/app x*"],
    ["sed --in-pl s/a/b/ x", "read /home/me/app/x; write /home/me/app/x"],
    ["sort --outp=b a", "read /home/me/app/a; write /home/me/app/b"],
    ["sort --outp b a", "read /home/me/app/b; read /home/me/app/a; write /home/me/app/b"],
    ["wc --files0=a", "read /home/me/app/a"],
    ["grep --color x a", "read /home/me/app/a"],
    ["diff --context a b", "read /home/me/app/a; read /home/me/app/b"],
    ["diff --from-file=a b", "read /home/me/app/b; read /home/me/app/a"],
    ["jq --rawfile x a -n '$x'", "read /home/me/app/a"],
    ["jq --arg x 1 . a", "read /home/me/app/a"],
    ["date -f a", "read /home/me/app/a"],
    ["split a b", "read /home/me/app/a; write /home/me/app b*"],
    ["patch -o a b c", "read /home/me/app/c; write /home/me/app/b; write /home/me/app/a"],
    ["tar --extr -f a.tgz", "read /home/me/app/a.tgz; write /home/me/app"],
    ["sort -o b a", "read /home/me/app/a; write /home/me/app/b"],
    ["tar -xzf a.tgz -C out", "read /home/me/app/a.tgz; read /home/me/app/out; write /home/me/app/out"],
    ["tar czf a.tgz src", "write /home/me/app/a.tgz; read /home/me/app/src"],
    ["tar cfv a.tgz src", "write /home/me/app/a.tgz; read /home/me/app/src"],
    ["tar cf a.tgz -C src ../../b", "read /home/me/app/src; write /home/me/app/a.tgz; read /home/me/b"],
    ["find /var -delete", "read /var; delete /var"],
    ['f=.env && cat "$f"', "read /home/me/app/.env"],
    ["for f in a b; do cat $f; done", "read /home/me/app/a; read /home/me/app/b"],
    ["cd /tmp && cat x", "read /tmp; read /tmp/x"],
    ["cd src; cat ../../x", "read /home/x; read /home/me/x"],
    ["(cd /tmp); cat x", "read /tmp; read /home/me/app/x"],
    ["cat $(git rev-parse --show-toplevel)/x", "read /home/me/app/x"],
    ["curl -o x https://example.com/a", "network example.com; write /home/me/app/x"],
    ["curl --noproxy '*' https://example.com/a", "network example.com"],
    ["git clone https://example.com:8443/a.git", "network example.com:8443"],
    ["exec 3<>/dev/tcp/10.0.0.1/80", "network 10.0.0.1:80"],
    ["scp a me@example.com:b", "read /home/me/app/a; network example.com"],
  ])("%s", (source, expected) => {
    const { effects } = analyze(source);
    const found = effects.map(({ action, target, pattern = "" }) => `${action} ${target}${pattern && ` ${pattern}`}`);
    expect([...new Set(found)].join("; ")).toBe([...new Set(expected.split("; "))].join("; "));
  });

  it.each(["cat $x", "cat ~other/x", "rm -rf $HOME", "echo > $x", "cd $x && cat y", "cd - && rm y", "cat */../../x"])(
    "does not know what %s touches",
    (source) => expect(unknownReasons(source)).not.toBe(""),
  );

  it("does not trust a value that another way through the script may leave", () => {
    expect(unknownReasons('x=a; if b; then x=/etc/shadow; fi; cat "$x"')).toMatch(/only known when it runs/);
    expect(unknownReasons('b || x=a; cat "$x"')).toMatch(/only known when it runs/);
    expect(unknownReasons('while a; do cat "$x"; x=/etc/shadow; done')).toMatch(/only known when it runs/);
    expect(unknownReasons('x=a; read x; cat "$x"')).toMatch(/only known when it runs/);
  });
});

describe("risks", () => {
  it.each([
    ["git -c core.pager=x log", ["-c core.pager=x"]],
    ["git log --output=x", ["log --output=x"]],
    ["git diff --ext-diff", ["diff --ext-diff"]],
    ["git clone --upload-pack=x y", ["clone --upload-pack=x"]],
    ["git grep -Ox y", ["grep -Ox"]],
    ["git config alias.x '!a'", ["config"]],
    ["git config --get user.name", []],
    ["git bisect run a", ["bisect"]],
    ["find . -exec a ;", ["-exec"]],
    ["find . -delete", ["-delete"]],
    ["rg --pre x y", ["--pre x"]],
    ["tar cf a --checkpoint=1 --checkpoint-action=exec=x b", ["--checkpoint-action=exec=x"]],
    ["sort --compress-prog x a", ["--compress-prog x"]],
    ["file -m x -C", ["-C"]],
    ["patch -p1 a x", ["patch"]],
    ["patch -u -p1 -i x", ["-u -p1 -i x"]],
    ["patch -u -p1 a x", []],
    ["tar cf a --index-file=b c", ["--index-file=b"]],
    ["sed --expr='1e x' p f", ["1e x"]],
    ["python3 -c 'x'", ["-c x"]],
    ["node -e x", ["-e x"]],
    ["perl -pe x f", ["-pe"]],
    ["sed -n '1e x' f", ["1e x"]],
    ["sed 's/a/b/e' f", ["s/a/b/e"]],
    ["sed 's/a/b/w f' f", ["s/a/b/w f"]],
    ["sed -n '/a/,/b/p; s,x,y,g' f", []],
    ["awk 'BEGIN { system(\"x\") }'", ['BEGIN { system("x") }']],
    ["awk '{ print $1 }' f", []],
    ["awk '$3 > 10 { print $1 }' f", []],
  ])("%s", (source, expected) => expect(risks(source)).toEqual(expected));
});

describe("what cannot be told", () => {
  it.each([
    ["a | sh", /runs its input/],
    ["base64 -d x | bash -s", /runs its input/],
    ["python3 < x", /runs its input/],
    ['sh -c "$x"', /only known when it runs/],
    ['eval "$x"', /only known when it runs/],
    [". ./x", /code of another file/],
    ["PATH=/tmp git status", /sets PATH/],
    ["LD_PRELOAD=x git status", /sets LD_PRELOAD/],
    ["export GIT_SSH_COMMAND=x", /sets GIT_SSH_COMMAND/],
    ["env BASH_ENV=x a", /sets BASH_ENV/],
    ["git $x", /only known when it runs/],
    ["git log $x", /may be an option/],
    ["echo a | xargs git", /may be an option/],
    ["alias git=x", /other names/],
    ["jobs -x a", /start its arguments/],
    ["xargs -0q I ls a", /not certain/],
    ["xargs --arg-fi ls a", /not certain/],
    ["nice --adj ls a", /not certain/],
    ["/usr/bin/time -o f a", /not certain/],
    ["timeout $x 5 a", /not certain/],
    ["env -iS 'a b'", /splits text/],
    ["env --split='a b'", /splits text/],
    ["date -s 2020-01-01", /set the clock/],
    ["date 01010000", /set the clock/],
    ["sed -i'/tmp/*' s/a/b/ x", /copies in another place/],
    ["chroot x a", /other rights/],
    ["sudo LD_PRELOAD=x a", /other rights/],
    ["sudo --chroot x a", /not certain/],
    ["a &&& b", /cannot be parsed/],
    ["a 'b", /cannot be parsed/],
    ["a\rb", /U\+000D/],
    ["a\u00a0b", /U\+00A0/],
    ["a \u202e b", /U\+202E/],
    ["${!x}", /another name/],
  ])("%j", (source, reason) => expect(unknownReasons(source)).toMatch(reason));

  it.each([
    'git commit -m "release $VERSION"',
    "NODE_ENV=test npm test",
    "echo $x $(date)",
    "git log --oneline | head -5",
    'grep -rn "a|b" src --include="*.ts"',
    "[ -f x ] && cat x",
    'for f in src/*.ts; do wc -l "$f"; done',
  ])("finds no unknown in %s", (source) => expect(unknownReasons(source)).toBe(""));

  it("counts a flood, a nest and a novel as unknowns, and stays quick", () => {
    const flood = Array.from({ length: 600 }, () => "a").join(";");
    expect(unknownReasons(flood)).toMatch(/more than 500 programs/);
    expect(unknownReasons(`${"$(".repeat(200)}a${")".repeat(200)}`)).not.toBe("");
    expect(unknownReasons("a ".repeat(100_000))).toMatch(/longer than/);
    const long = "/a".repeat(3_000);
    for (const command of [
      `cat ${long}`,
      `rm -rf .${long}`,
      `cd .${long}; ls *`,
      `echo > ${long}`,
      `git -C ${long} log`,
    ])
      expect(unknownReasons(command), command.slice(0, 20)).toMatch(/no file can have: The path is too long/);
    expect(unknownReasons(`sh -c ${"'".repeat(40)}`)).toBe("");
  });
});
