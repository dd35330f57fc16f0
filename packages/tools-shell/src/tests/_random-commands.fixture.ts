// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions look like JavaScript templates
import fc from "fast-check";

const of = (...parts: (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc
    .tuple(...parts.map((part) => (typeof part === "string" ? fc.constant(part) : part)))
    .map((texts) => texts.join(""));
const from = (text: string) => fc.constantFrom(...text.split(" "));

const folder = from(
  "src odd evil nested bare calm . .. hooks out up inner evil/sub .git src/deep evil/pack evil/repo odd/.. out/.. inner/..",
);
const file = from(
  "a.txt b.txt src/a.ts src/link.ts src/far.ts secret cfg dangling hooks/pre-commit out/secret up/outside/secret inner/../a.txt .env " +
    "odd/plain ./odd/-i odd/secret notes.md new made evil/config .git/config ../outside/secret out/../outside/secret nested/a.txt " +
    "up/app/.git/config inner/far.ts src/deep/../../.git/config /etc/hostname",
);
const pattern = from(
  "* ./* src/* odd/* */* .g* .gi?/config .[g]it/hooks/* c* s* *.txt [a-c]* e*/* .e* o*/s* up/* h*s/* */a.txt ?fg .*/config {a,b}.txt src/{a,far}.ts *g",
);
const word = fc.oneof({ weight: 4, arbitrary: file }, { weight: 3, arbitrary: pattern }, folder);
const target = fc.oneof(file, folder, from("new/ new .g* c?g hook? .git/hooks/x src/new"));

const copyOptions = from("-r -a -R -rT -rL -rP --parents -l -s -rt -n");
const copier = fc.oneof(
  of(from("cp mv ln install"), " ", word, " ", target),
  of(
    "cp ",
    copyOptions,
    " ",
    fc.oneof(folder, pattern, from("evil/. evil/sub/. evil/pack/.git evil/repo/.git")),
    " ",
    target,
  ),
  of(from("mv ln"), " ", from("-s -f -t -T -n"), " ", word, " ", target),
  of("ln -s ", word, " ", from("l l/x src/l"), " && ", from("tee cat"), " ", from("l l/x l/config src/l/x")),
  of("cp ", word, " ", word, " ", folder),
);

const git = fc.oneof(
  of(
    "git ",
    from("status diff log show blame"),
    " ",
    fc.oneof(word, from("-p --stat HEAD -- -s -u -b -B"), fc.constant("")),
  ),
  of("git -C ", folder, " ", from("status diff log show"), " ", fc.oneof(fc.constant(""), word)),
  of("git diff ", from("-u -b --no-index -B --stat -O -w"), " ", word, " ", word),
  of("git blame ", from("--contents -S --ignore-revs-file -s --contents=secret"), " ", word, " ", file),
  of("git grep ", from("-n -l -f --no-index --untracked"), " ", word, " ", word),
  of("git ", from("hash-object ls-files check-ignore add"), " ", word),
  of(
    "git ",
    from("--git-dir=bare --git-dir=nested/.git --git-dir=.git --work-tree=.. --git-dir=evil/repo/.git"),
    " ",
    from("status diff log"),
  ),
  of("git commit -qm x ", from("-a -F"), " ", word),
  of("git ", from("checkout restore"), " ", fc.oneof(file, pattern), "; ", from("cat tee"), " ", file),
  of("git mv ", word, " ", target),
);

const reader = fc.oneof(
  of(from("cat ls head tail wc sort uniq cut nl md5sum stat file"), " ", word),
  of(from("cat ls sort uniq wc diff cmp comm paste"), " ", word, " ", word),
  of(from("grep rg"), " ", from("-l -r -n -R -f -L --files-with-matches -i"), " x ", word),
  of(from("grep rg"), " x ", word),
  of("sed ", from("-n -i -e -s -i.bak"), " ", from("p s/x/y/ 1p"), " ", word),
  of("awk 1 ", word),
  of("diff -r ", folder, " ", folder),
  of("find ", word, " ", from("-type -name -maxdepth"), " ", from("f *.txt 1 c*")),
  of("tree ", word),
);

const maker = fc.oneof(
  of("tee ", from("-a --"), " ", word),
  of("tee ", word),
  of("touch ", fc.oneof(word, target)),
  of("mkdir -p ", target),
  of("tar ", from("cf cfv -cf czf rf"), " ", from("made.tar new cfg"), " ", word),
  of("tar cf made.tar -C ", folder, " ", word),
  of("dd ", from("if=a.txt of=made if=secret of=cfg of=hooks/x"), " ", fc.oneof(from("of=new of=dangling"), pattern)),
  of("split ", word, " ", target),
  of("gzip ", from("-k -kr -c -k"), " ", word),
  of("chmod ", from("644 -R +x -x"), " ", word),
  of("sort ", word, " -o ", target),
  of("truncate -s 1 ", word),
  of(from("echo printf"), " x > ", target),
  of("echo x >> ", word),
);

const variable = of(
  from("CI=1 LC_ALL=C TZ=UTC x=1 PAGER=mark GIT_PAGER=mark FOO=1 NO_COLOR=1"),
  " ",
  fc.oneof(reader, git),
);
const simple = fc.oneof(copier, git, reader, maker, reader, maker, variable, of("echo ", word));
const names = fc.oneof(
  of("find ", folder, " ", from("-type -name"), " ", from("f *.txt *.ts c*")),
  of("ls ", fc.oneof(folder, pattern)),
  of("rg -l x ", fc.oneof(folder, fc.constant(""))),
  of("grep -rl x ", folder),
  fc.constantFrom("git ls-files", "git diff --name-only", "printf '%s\\n' *", "ls", "rg --files"),
);
const takers = fc.constantFrom(
  ..."cat|sed -n p|rg x|tee|wc -l|sort|touch|grep x|sed -n p --|cp -t src|rg x --|tar cf made.tar|chmod +x|ls -l|sed -i s/x/y/|uniq".split(
    "|",
  ),
);

/** Random commands over the programs that are known, with the names that lie around in a hostile project. */
export const randomCommand: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: simple },
  { weight: 4, arbitrary: of("cd ", folder, " && ", simple) },
  { weight: 2, arbitrary: of(simple, "; ", simple) },
  { weight: 2, arbitrary: of(reader, " | ", maker) },
  { weight: 3, arbitrary: of(names, " | xargs ", takers) },
  { weight: 1, arbitrary: of(names, " | xargs -I{} ", from("cat tee touch"), " {}") },
  {
    weight: 2,
    arbitrary: of(
      "for f in ",
      pattern,
      "; do ",
      from("cat tee rg sed\\ -n\\ p cp\\ a.txt touch wc").map((t) => t.replaceAll("\\", "")),
      " ",
      from('$f "$f" $f/config "$f.bak" ./$f'),
      "; done",
    ),
  },
  {
    weight: 1,
    arbitrary: of("x=", fc.oneof(file, pattern), "; ", from("cat tee rg ls touch"), " ", from('$x "$x" ./$x')),
  },
  {
    weight: 1,
    arbitrary: of(
      "mkdir -p made && cp a.txt made/--pre=mark && cd made && ",
      fc.constantFrom("rg x *", "cat *", "rg x ./*", "ls *"),
    ),
  },
  { weight: 1, arbitrary: of(simple, " & ", simple, "; wait") },
  { weight: 1, arbitrary: of("if ", reader, "; then ", simple, "; else ", simple, "; fi") },
);
