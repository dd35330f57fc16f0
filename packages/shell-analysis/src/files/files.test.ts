// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions look like JavaScript templates
import { toPath } from "@holdall/tool-core";
import { describe, expect, it } from "vitest";
import { type AnalyzeOptions, analyzeCommand } from "../analyze-command.ts";
import { commandAccess } from "../command-access.ts";
import { memoryFiles } from "./memory-files.fixture.ts";

const cwd = toPath("/app");
const files = memoryFiles({
  "/app/a.txt": "",
  "/app/b.txt": "",
  "/app/.git/config": "",
  "/app/.git/hooks/x": "",
  "/app/odd/--pre=sh": "",
  "/app/odd/plain": "",
  "/app/evil/.git/config": "",
  "/app/evil/sub/x": "",
  "/app/hooks": "-> .git/hooks",
  "/app/out": "-> /etc",
  "/app/far": "-> out/passwd",
  "/etc/passwd": "",
  "/etc/motd": "",
});

const analyze = (source: string, options: AnalyzeOptions = { files, trusted: cwd }) =>
  analyzeCommand(source, { cwd, home: "/home", ...options });
const effects = (source: string, options?: AnalyzeOptions) =>
  analyze(source, options).effects.map(
    ({ action, target, pattern = "" }) => `${action} ${target}${pattern && ` ${pattern}`}`,
  );
const risks = (source: string, options?: AnalyzeOptions) =>
  analyze(source, options).programs.flatMap((program) => program.risks.map(({ words }) => words.join(" ")));
const texts = (source: string) => analyze(source).programs.map(({ text }) => text);

describe("where somebody looks at the files", () => {
  it.each([
    ["cat *.txt", "read /app/a.txt; read /app/b.txt"],
    ["cat none*", "read /app/none*"],
    ["tee .gi?/hooks/* <a.txt", "read /app/a.txt; write /app/.git/hooks/x"],
    ["echo x > hooks/y", "write /app/hooks/y; write /app/.git/hooks/y"],
    ["cat out/m*", "read /app/out/motd; read /etc/motd"],
    ["cat far", "read /app/far; read /etc/passwd"],
    ["cat out/../x", "read /app/x; read /x"],
    ["cd out && cat passwd", "read /etc; read /app/out/passwd; read /etc/passwd"],
    ["cp -r evil/.git .", "read /app/evil/.git; write /app; write /app/.git; write /app/.git/config"],
    [
      "cp -r evil/. .",
      "read /app/evil; write /app; write /app/evil; write /app/.git; write /app/sub; write /app/sub/x; write /app/.git/config",
    ],
    ["for f in o*; do cat $f/passwd; done", "read /app/out/passwd; read /etc/passwd; read /app/odd/passwd"],
    ['x=*.txt; cat "$x"', "read /app/*.txt"],
    ["diff -r odd out", "read /app/odd; read /app/out; read /etc; read /app/odd *; read /app/out *; read /etc *"],
    ["cat '[a]'.txt", "read /app/[a].txt"],
  ])("%s", (source, expected) => expect(effects(source).join("; ")).toBe(expected));

  it.each([
    ["cd odd && rg x *", ["cd odd", "rg x --pre=sh plain"]],
    ["rg x *.txt", ["rg x ./*.txt"]],
    ["rg x ./*.txt", ["rg x ./*.txt"]],
    ["cat *.txt", ["cat *.txt"]],
    ["rg none*", ["rg 'none*'"]],
  ])("shows %s so that whoever reads it again finds the same", (source, expected) =>
    expect(texts(source)).toEqual(expected),
  );

  it("finds names that the command makes itself, wherever they stand", () => {
    expect(risks("touch -- x; tar cf a.tar *")).toEqual([]);
    expect(risks("touch -- --pre=sh; rg x *")).toEqual(["--pre=sh"]);
    expect(risks("touch -- --pre=sh; rg -l x | xargs rg y")).toEqual(["*"]);
    expect(risks("{ sleep 1; rg x *; } | tee -- --pre=sh")).toEqual(["--pre=sh"]);
  });

  it("says so in an access that no rule for programs meets, where the text alone does not tell", () => {
    const analysis = analyze("git checkout b && tee a.txt");
    expect(analysis.unknowns).toMatchObject([{ isSeen: true }]);
    expect(commandAccess(analysis).map(({ target }) => target)).toContainEqual(expect.stringMatching(/^\$\(unknown: /));
  });

  it.each([
    "cp -P out l && tee l/x",
    "cp -a odd/. . && cp -r evil z && mv out l && tee l/x",
    "git pull && tee a.txt",
    "cp -rL . /tmp/x",
  ])("does not know where links lead that come in by %s", (source) =>
    expect(analyze(source).unknowns.some(({ isSeen }) => isSeen)).toBe(true),
  );

  it.each(["shopt -s dotglob; cat *", "set -f; cat *", 'cat "["*'])(
    "does not know what patterns find in %s",
    (source) => expect(analyze(source).unknowns).not.toEqual([]),
  );
});

describe("where nobody looks", () => {
  it.each([
    ["rg x *", ["*"]],
    ["rg x ./* src/*", []],
    ["tar cf a.tar -- *", []],
    ["sed -n p *.ts", ["*.ts"]],
    ["cat * | wc -l", []],
    ["prettier --check *.md", ["*.md"]],
    ["git ls-files | xargs sed -n p", ["*"]],
    ["git ls-files | xargs sed -n p --", []],
    ["find src | xargs sed -n p", []],
    ["git diff --name-only | xargs ls -la", []],
    ["ls | xargs touch", ["*"]],
    ["unzip a.zip", ["a.zip"]],
    ["tar xzf a.tgz", ["xzf"]],
    ["rsync me@example.com:a .", ["me@example.com:a"]],
    ["tar cf me@example.com:a b", ["me@example.com:a"]],
    ["tar cf a -T list", ["-T list"]],
    ["git diff -u --output=x", ["diff --output=x"]],
    ["git remote-ext x 'sh -c y'", ["remote-ext"]],
    ["git apply x", ["apply"]],
    ["git --git-dir=x log", ["--git-dir=x"]],
    ["git --work-tree hooks checkout -f", ["--work-tree hooks"]],
    ["curl -OJ https://example.com/x", ["-OJ"]],
  ])("%s", (source, expected) => expect(risks(source, {})).toEqual(expected));

  it.each([
    ["tee .gi?/hooks/x", "write /app/.git/hooks/x"],
    ["cp -r a b", "write /app/b/.git"],
    ["sed -i s/a/b/ .github/work*/x", "write /app/.github/workflows/x"],
    ["find . | xargs sed -i s/a/b/", "write /app/.git/config"],
    ["ln .git/config c", "write /app/.git/config"],
    ["ln -s ../.git/hooks sub/h", "write /app/.git/hooks"],
    ["xargs -a /etc/passwd echo", "read /etc/passwd"],
    ["git blame --contents=/etc/passwd a", "read /etc/passwd"],
    ["git blame --cont /etc/passwd a", "read /etc/passwd"],
    ["git diff /etc/passwd /dev/null", "read /etc/passwd"],
    ["git -C /etc diff --no-index passwd /dev/null", "read /etc/passwd"],
    ["git log -O/etc/passwd", "read /etc/passwd"],
    ["git grep -f /etc/passwd", "read /etc/passwd"],
    ["git hash-object -w /etc/passwd", "read /etc/passwd"],
    ["git archive --add-file=/etc/passwd HEAD", "read /etc/passwd"],
    ["git commit -t /etc/passwd", "read /etc/passwd"],
    ["git commit --pathspec-from-file=/etc/passwd", "read /etc/passwd"],
    ["git config -f /etc/passwd -l", "read /etc/passwd"],
    ["git show HEAD:.env", "read /app/.env"],
    ["git diff HEAD -- ':(top).env'", "read /app/.env"],
    ["git mv a .vscode/tasks.json", "write /app/.vscode/tasks.json"],
    ["git checkout x -- .vscode/tasks.json", "write /app/.vscode/tasks.json"],
    ["git restore --source x .husky/pre-commit", "write /app/.husky/pre-commit"],
    ["curl -O https://example.com/a/.envrc?x", "write /app/.envrc"],
    ["wget -P src https://example.com/.envrc", "write /app/src/.envrc"],
    ["git bundle create /tmp/x HEAD", "write /tmp/x"],
    ["rsync -aP evil/ ./", "write /app/.git"],
    ["gzip -r .", "write /app/.git/config"],
    ["chmod -R +x .", "write /app/.git/config"],
    ["chown --reference=a b", "write /app/b"],
    ["mktemp .git/hooks/XXXX", "write /app/.git/hooks/XXXX"],
  ])("%s: %s", (source, expected) => expect(effects(source, {})).toContain(expected));
});

describe("variables that programs get", () => {
  const unknowns = (source: string) => analyze(source, { exported: ["SHARED"] }).unknowns.map(({ reason }) => reason);
  it.each([
    "NODE_ENV=test CI=1 FORCE_COLOR=0 LC_ALL=C TZ=Europe/Berlin PORT=3000 a",
    "env DEBUG=x a",
    "export CI=1; export -f f; export -n x",
    "x=a; FOO=$x; echo $FOO",
    "while IFS= read -r line; do echo x; done < a.txt",
    "RANDOM=5; set -euo pipefail; set -- $x",
  ])("leaves %s alone", (source) => expect(unknowns(source)).toEqual([]));

  it.each([
    "FOO=1 a",
    "env FOO=1 a",
    "export FOO=1",
    "FOO=1; export FOO",
    "declare -x FOO=1",
    "SHARED=1; a",
    "for SHARED in 1; do a; done",
    "LC_ALL=/tmp/x a",
    "LANG=$x a",
    "TZ=/etc/passwd a",
    "GLOBIGNORE=x; a",
    "RANDOM='a[$(b)]'",
    "OPTIND=x",
    "set -a",
    "set -o allexport",
    "set -k",
    "IFS=x a",
  ])("asks about %s", (source) => expect(unknowns(source)).not.toEqual([]));
});
