// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions look like JavaScript templates

/** A command that does what a rule denies, in some spelling, or more than a rule allows. */
export interface Evasion {
  readonly rules: { readonly allow: readonly string[]; readonly deny?: readonly string[] };
  /** `@BIN@` stands for the folder of the programs that only record how they are started. */
  readonly command: string;
  /** What the record has, a line for each start, when it did it. Without this, the file `pwned` is there. */
  readonly recorded?: RegExp;
}

/** Numbers from a seed, the same on every machine. */
export function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Random = ReturnType<typeof random>;
const pick = <T>(of: readonly T[], by: Random): T => of[by(of.length)]!;
const q = (text: string) => `'${text.split("'").join(`'\\''`)}'`;

/** A program, the words that a rule denies, options that may stand before them, and other words for the same. */
type Family = readonly [program: string, denied: string, globals: readonly string[], others?: readonly string[]];
const families: readonly Family[] = [
  [
    "git",
    "push",
    [
      "-C .",
      "--no-pager",
      "-P",
      "--git-dir=.git",
      "--bare",
      "--namespace=x",
      "-ccore.x=y",
      "-c core.x=y",
      "--config-env=a.b=HOME",
      "--exec-path=/x",
      "--attr-source=HEAD",
      "--literal-pathspecs",
      "--unheard-of",
      "--unheard of",
      "-c alias.push=push",
      "--work-tree .",
    ],
    ["send-pack", "http-push", "subtree push", "-c alias.p=push p"],
  ],
  [
    "git",
    "push --force",
    ["-C .", "--no-pager"],
    ["push -f", "push origin -f", "push --forc", "push -uf origin", "push -f --no-verify"],
  ],
  ["git", "reset --hard", ["-C ."], ["reset HEAD --hard", "reset -q --hard", "reset --har"]],
  [
    "git",
    "commit --no-verify",
    ["-C ."],
    ["commit -n", "commit -am x --no-verify", "commit -anm x", "commit --no-verif"],
  ],
  ["git", "branch -D", ["-C ."], ["branch -d -f", "branch -df", "branch --delete --force", "branch -fd x"]],
  [
    "npm",
    "publish",
    ["--prefix .", "--loglevel=silent", "-s", "-w a", "--registry https://x.example", "--whatever", "--tag next"],
    ["pub", "publ", "publi", "publis"],
  ],
  [
    "npm",
    "run deploy",
    ["--prefix .", "-s"],
    ["run-script deploy", "rum deploy", "run -s deploy", "urn deploy", "run --workspace a deploy"],
  ],
  ["npm", "install", ["-g", "--prefix ."], ["i", "add", "in", "isntall", "insta"]],
  ["pnpm", "publish", ["-r", "-C .", "--filter a", "--dir ."]],
  ["yarn", "publish", ["--cwd .", "--silent"], ["npm publish"]],
  ["bun", "publish", ["--cwd ."]],
  [
    "docker",
    "rm",
    ["-H tcp://x", "--context c", "-c c", "--config .", "-D", "--log-level debug"],
    ["container rm", "container remove"],
  ],
  [
    "docker",
    "run --privileged",
    ["-D"],
    ["run --rm --privileged", "run -it --privileged x", "container run --privileged"],
  ],
  ["docker", "compose down", ["-D"], ["compose -f x.yml down", "compose --profile a down", "compose -p x down"]],
  ["podman", "rm", ["--root /x", "--url x", "--log-level debug"], ["container rm"]],
  ["kubectl", "delete", ["-n x", "--namespace=x", "--context c", "--kubeconfig k", "-v 5", "--as me"]],
  ["helm", "uninstall", ["-n x", "--kube-context c", "--debug"], ["delete", "del", "un"]],
  ["cargo", "publish", ["+nightly", "-q", "--color always", "-Z x", "--config a=1"]],
  ["go", "run", ["-C ."]],
  ["gh", "repo delete", ["-R o/r"], ["repo -R o/r delete"]],
  [
    "aws",
    "s3 rm",
    ["--profile p", "--region r", "--debug", "--output json"],
    ["s3 --region r rm", "s3 --profile p rm"],
  ],
  [
    "gcloud",
    "projects delete",
    ["--project p", "-q", "--account a"],
    ["beta projects delete", "alpha projects delete"],
  ],
  ["az", "group delete", ["--only-show-errors", "-o json"]],
  ["terraform", "destroy", ["-chdir=x"]],
  ["tofu", "apply", ["-chdir=x"]],
  ["systemctl", "stop", ["--user", "-H h", "--no-pager", "--machine m", "-q"]],
  ["pip", "install", ["--no-input", "-q", "--log x", "--python p", "--proxy x"]],
  ["poetry", "publish", ["-C .", "-n", "--no-ansi", "--directory ."]],
  ["uv", "publish", ["--directory .", "-q", "--offline", "--project ."]],
  ["dotnet", "nuget push", ["-d"]],
  ["apt", "remove", ["-y", "-o a=b", "-qq"]],
  ["brew", "uninstall", ["-v"], ["rm", "remove"]],
  ["gem", "push", ["--verbose"], ["pus"]],
  ["hg", "push", ["-R .", "--cwd .", "-y", "--config a.b=c"]],
  [
    "rm",
    "-rf",
    [],
    [
      "-fr",
      "-r -f",
      "-f -r",
      "--recursive --force",
      "-Rf",
      "--recurs --forc",
      "-rvf",
      "x -rf",
      "-r x -f",
      "-f x -R",
      "-rf --",
      "-fRv",
    ],
  ],
  ["chmod", "-R 777", [], ["777 -R", "--recursive 777", "-vR 777", "--recurs 777"]],
  ["curl", "-X DELETE", [], ["-XDELETE", "--request DELETE", "--request=DELETE", "x -X DELETE", "-s -XDELETE"]],
  ["curl", "", []],
  ["wget", "", []],
  ["ssh", "", []],
  ["scp", "", []],
  ["rsync", "--delete", [], ["a b --delete", "-a --delete", "--del"]],
  ["crontab", "", []],
  ["mkfs", "", []],
];

/** Programs that only record how they are started. */
export const recorders: readonly string[] = [
  ...new Set([...families.map(([program]) => program), "git-push", "docker-compose"]),
];

/** The same word to a shell. */
const spellings: readonly ((word: string, by: Random) => string)[] = [
  (word) => word,
  (word) => word,
  (word) => q(word),
  (word) => `"${word}"`,
  (word, by) => {
    const at = by(word.length);
    return `${word.slice(0, at)}""${word.slice(at)}`;
  },
  (word, by) => {
    const at = by(word.length);
    return `${word.slice(0, at)}\\${word.slice(at)}`;
  },
  (word) => `$'${[...word].map((c) => `\\x${c.charCodeAt(0).toString(16)}`).join("")}'`,
  (word) => `$(echo ${q(word)})`,
  (word) => `\${nothing-${word}}`,
  (word) => `\`printf %s ${q(word)}\``,
];
const spelled = (words: string, by: Random) =>
  words
    .split(" ")
    .filter(Boolean)
    .map((word) => (by(3) === 0 ? pick(spellings, by)(word, by) : word))
    .join(" ");

/** Ways to have a command run, given as a text of shell and as its program and words. */
interface Plain {
  readonly text: string;
  readonly program: string;
  readonly args: string;
}
const ways: readonly ((plain: Plain) => string)[] = [
  ({ text }) => text,
  ({ text }) => text,
  ({ text }) => `cd . && ${text}`,
  ({ text }) => `true; ${text} || true`,
  ({ text }) => `(${text})`,
  ({ text }) => `{ ${text}; }`,
  ({ text }) => `if true; then ${text}; fi`,
  ({ text }) => `for i in 1; do ${text}; done`,
  ({ text }) => `echo $(${text})`,
  ({ text }) => `cat <(${text})`,
  ({ text }) => `${text} | cat`,
  ({ text }) => `${text} & wait`,
  ({ text }) => `f() { ${text}; }; f`,
  ({ text }) => `trap ${q(text)} EXIT`,
  ({ text }) => `eval ${q(text)}`,
  ({ text }) => `env ${text}`,
  ({ text }) => `env -i PATH=@BIN@:/usr/bin:/bin ${text}`,
  ({ text }) => `env -u X ${text}`,
  ({ text }) => `timeout 5 ${text}`,
  ({ text }) => `nice -n 5 nohup ${text}`,
  ({ text }) => `command ${text}`,
  ({ text }) => `exec ${text}`,
  ({ text }) => `setsid -w ${text}`,
  ({ text }) => `! ${text}`,
  ({ text }) => `coproc ${text}; wait`,
  ({ program, args }) => `env -S ${q(`${program} ${args}`)}`,
  ({ program, args }) => `env --split-string=${q(`${program} ${args}`)}`,
  ({ text }) => `sh -c ${q(text)}`,
  ({ text }) => `bash -lc ${q(text)} x`,
  ({ text }) => `bash <<< ${q(text)}`,
  ({ text }) => `echo ${q(text)} | sh`,
  ({ text }) => `bash -s <<EOT\n${text}\nEOT`,
  ({ text }) => `bash <(echo ${q(text)})`,
  ({ text }) => `source /dev/stdin <<< ${q(text)}`,
  ({ text }) => `. <(echo ${q(text)})`,
  ({ text }) => `bash /dev/stdin <<< ${q(text)}`,
  ({ text }) => `printf %s ${q(text)} > x.sh; sh x.sh`,
  ({ text }) => `printf %s ${q(text)} > x.sh && . ./x.sh`,
  ({ text }) => `printf %s ${q(text)} > x.sh && chmod +x x.sh; ./x.sh`,
  ({ text }) => `x=${q(text)}; $x`,
  ({ text }) => `x=${q(text)}; eval "$x"`,
  ({ program, args }) => `${program.includes("/") ? "p=" : "p="}${program}; $p ${args}`,
  ({ program, args }) => `x=${q(args)}; ${program} $x`,
  ({ program, args }) => `echo ${args} | xargs ${program}`,
  ({ program, args }) => `echo ${program} ${args} | xargs env`,
  ({ program, args }) => `echo ${args} | xargs -I {} sh -c '${program} {}'`,
  ({ program, args }) => `printf '%s\\n' ${q(args)} | while read -r a; do ${program} $a; done`,
  ({ program, args }) => `g() { ${program} "$@"; }; g ${args}`,
  ({ program, args }) => `g() { "$@"; }; g ${program} ${args}`,
  ({ program, args }) => `set -- ${args}; ${program} "$@"`,
  ({ program, args }) => `a=(${args}); ${program} "\${a[@]}"`,
  ({ program, args }) => `sh -c '${program} $0 "$@"' ${args}`,
  ({ program, args }) => `bash -c '"$@"' _ ${program} ${args}`,
  ({ program, args }) => `shopt -s expand_aliases; alias gp='${program} ${args}'\ngp`,
  ({ program, args }) => `hash -p @BIN@/${program.split("/").at(-1)} gp; gp ${args}`,
  ({ program, args }) => `ln -s @BIN@/${program.split("/").at(-1)} ./g; ./g ${args}`,
  ({ program, args }) => `cp @BIN@/${program.split("/").at(-1)} ./g; ./g ${args}`,
  ({ text }) => `find . -maxdepth 0 -exec ${text} \\;`,
  ({ text }) => `awk 'BEGIN{system("${text.split('"').join('\\"')}")}'`,
  ({ text }) => `python3 -c ${q(`import os; os.system(${JSON.stringify(text)})`)}`,
  ({ text }) => `perl -e ${q(`system(q\u0001${text}\u0001)`).split("\u0001").join("~")}`,
  ({ text }) => `echo x | sed ${q(`1e ${text}`)}`,
  ({ text }) => `printf 'all:\\n\\t%s\\n' ${q(text)} | make -f -`,
  ({ text }) => `tar -cf /dev/null --checkpoint=1 --checkpoint-action=exec=${q(text)} .`,
  ({ text }) => `/lib64/ld-linux-x86-64.so.2 /bin/sh -c ${q(text)}`,
  ({ text }) => `xargs -a /dev/null ${text}`,
  ({ text }) => `stdbuf -oL ${text}`,
  ({ text }) => `setarch x86_64 sh -c ${q(text)}`,
  ({ text }) => `flock x -c ${q(text)}`,
  ({ text }) => `script -qc ${q(text)} /dev/null`,
  ({ text }) => `[ -d . ] && ${text}`,
  ({ text }) => `case a in a) ${text};; esac`,
  ({ text }) => `until ${text}; do break; done`,
  ({ text }) => `: \${x:=$(${text})}`,
  ({ text }) => `PROMPT=1 ${text}`,
  ({ text }) => `export A=1; ${text}`,
];

/** One spelling of a denied command, under a policy that allows every other command. */
function denied(by: Random): Evasion {
  const [program, words, globals, others = []] = pick(families, by);
  const args = by(3) === 0 && others.length > 0 ? pick(others, by) : words;
  const before = Array.from({ length: by(3) === 0 ? 2 : by(2) }, () => (globals.length > 0 ? pick(globals, by) : ""));
  const given = [...before, args, pick(["", "", "x", "-v", "--x=y"], by)].filter(Boolean).join(" ");
  const named = pick([program, program, program, `@BIN@/${program}`], by);
  const isSplit = program === "git" && args === "push" && before.length === 0 && by(3) === 0;
  const plain = isSplit ? { program: "@BIN@/git-push", args: "x" } : { program: named, args: given };
  const text = `${by(4) === 0 ? spelled(plain.program, by) : plain.program} ${spelled(plain.args, by)}`.trim();
  let command = pick(ways, by)({ ...plain, text });
  if (by(4) === 0) command = pick(["sh -c ", "bash -c ", "eval ", "timeout 9 sh -c "], by) + q(command);
  return {
    rules: { allow: ["bash"], deny: [`bash(${`${program} ${words}`.trim()}:*)`] },
    command,
    recorded: new RegExp(`^(${program}|git-push|g)( |$)`, "m"),
  };
}

/** A prefix that is allowed, and what makes its program run, write or reach something else. */
const allowedMore: readonly (readonly [allow: string, danger: string])[] = [
  ["sed -n", "sed -n '1e touch pwned' f"],
  ["sed -n", "sed -n 'w pwned' f"],
  ["sed -n", "sed -n '1w pwned' f"],
  ["sed -n", "sed -n 's/a/touch pwned/e' f"],
  ["sed -n", "sed -n 's/a/b/w pwned' f"],
  ["sed", "sed '1,1e touch pwned' f"],
  ["sed", "sed -e p -e '1e touch pwned' f"],
  ["sed -e", "sed -e '1e touch pwned' f"],
  ["sed -i", "sed -i '1e touch pwned' f"],
  ["sed", "sed --expression='1e touch pwned' f"],
  ["sed", "sed -f script.sed f"],
  ["sed -E", "sed -E -f script.sed f"],
  ["awk", "awk 'BEGIN{system(\"touch pwned\")}'"],
  ["awk -F:", "awk -F : 'BEGIN{system(\"touch pwned\")}'"],
  ["awk -F", "awk -F : 'BEGIN{system(\"touch pwned\")}'"],
  ["awk -v", 'awk -v x=1 \'BEGIN{print "touch pwned" | "sh"}\''],
  ["awk", "awk 'BEGIN{print 1 > \"pwned\"}'"],
  ["awk", "awk 'BEGIN{\"touch pwned\" | getline}'"],
  ["awk", "awk '{print $1 > \"pwned\"}' f"],
  ["awk", "awk '$1 > 0 || 1 {print > \"pwned\"}' f"],
  ["awk -f", "awk -v a=1 -f script.awk"],
  ["find", "find . -maxdepth 0 -exec touch pwned ;".replace(" ;", " \\;")],
  ["find .", "find . -maxdepth 0 -fprint pwned"],
  ["find -name", "find -name f -execdir touch pwned \\;"],
  ["find .", "find . -maxdepth 0 -fprintf pwned x"],
  ["tar -cf", "tar -cf /dev/null --checkpoint=1 --checkpoint-action=exec='touch pwned' ."],
  ["tar", "tar --use-compress-program='sh -c \"touch pwned\"' -cf a.tar f"],
  ["tar -cf", "tar -cf a.tar -I 'sh -c \"touch pwned\"' f"],
  ["tar -tf", "tar -tf f.tar --to-command='touch pwned'"],
  ["tar -xf", "tar -xf f.tar --to-command='touch pwned'"],
  ["tar -xf", "tar -xf f.tar --to-comm='touch pwned'"],
  ["tar -xf", "tar -xf h:f.tar --rsh-command=@BIN@/toucher"],
  ["make", "make SHELL=@BIN@/toucher"],
  ["make -s", "make -s SHELL=@BIN@/toucher"],
  ["make -s", "make -s --eval='$(shell touch pwned)'"],
  ["make -n", "make -n -f evil.mk"],
  ["make", "make PROGRAM='touch pwned'"],
  ["make -s", "make -s PROGRAM='touch pwned' all"],
  ["sort", "sort -S 1b --compress-program=@BIN@/toucher big"],
  ["sort -u", "sort -u f -o pwned"],
  ["sort", "sort --outp=pwned f"],
  ["rg", "rg --pre @BIN@/toucher a f"],
  ["rg -n", "rg -n --pre=@BIN@/toucher a f"],
  ["env", "env touch pwned"],
  ["env", "env -S 'touch pwned'"],
  ["xargs", "xargs -a /dev/null touch pwned"],
  ["xargs -n", "echo pwned | xargs -n 1 touch"],
  ["timeout 5", "timeout 5 touch pwned"],
  ["perl -v", "perl -v -e 'system(\"touch pwned\")'"],
  ["perl -c", "perl -c -e 'BEGIN{system(\"touch pwned\")}'"],
  ["python3 -V", 'python3 -V -c \'open("pwned","w")\''],
  ["python3 -B", 'python3 -B -c \'open("pwned","w")\''],
  ["node --check", "node --check --import ./evil.mjs ok.mjs"],
  ["node --no-warnings", 'node --no-warnings -e \'require("fs").writeFileSync("pwned","")\''],
  ["node --test", "node --test -r ./evil.cjs ok.mjs"],
  ["split -l", "split -l 1 --filter='touch pwned' f"],
  ["tee -a", "echo x | tee -a pwned"],
  ["cp -r", "cp -r f pwned"],
  ["dd if=f", "dd if=f of=pwned"],
  ["diff", "diff f f; touch pwned"],
  ["cat", "cat f > pwned"],
  ["ls", "ls $(touch pwned)"],
  ["uniq", "uniq f pwned"],
  ["zip", "zip -q a.zip f -TT 'touch pwned;' -T"],
  ["install -m", "install -m 755 -s --strip-program=@BIN@/toucher f g"],
  ["ssh -o", "ssh -o ProxyCommand='touch pwned' x@h.invalid"],
  ["ssh -V", "ssh -oProxyCommand='touch pwned' -o ConnectTimeout=1 x@h.invalid"],
  ["rsync -a", "rsync -a -e 'touch pwned' h.invalid:f ."],
  ["scp -q", "scp -q -S @BIN@/toucher h.invalid:f ."],
  ["git -C", "git -C . bisect run touch pwned"],
  ["git -C", "git -C . submodule foreach touch pwned"],
  ["git", "git -c alias.x='!touch pwned' x"],
  ["git", "git -c core.pager='touch pwned' -p log"],
  ["git log", "git log --output=pwned"],
  ["git diff", "git diff --ext-diff --output=pwned"],
  ["git grep", "git grep -Otouch x"],
  ["git rebase", "git rebase -x 'touch pwned' HEAD"],
  ["git rebase", "git rebase --exec='touch pwned' HEAD~1"],
  ["git clone", "git clone -u 'touch pwned' . x"],
  ["git fetch", "git fetch --upload-pack='touch pwned' ."],
  ["git pull", "git pull --upload-p='touch pwned' ."],
  ["git ls-remote", "git ls-remote --upload-pack='touch pwned' ."],
  ["git push", "git push --receive-pack='touch pwned' ."],
  ["git", "git --exec-path=. x"],
  ["git merge", "git merge --strategy=evil x"],
  ["git", "git lg"],
  ["git archive", "git archive --output=pwned HEAD"],
  ["git", "git config core.pager 'touch pwned'"],
  ["npm test", "npm test --script-shell=@BIN@/toucher"],
  ["npm run build", "npm run build --script-shell @BIN@/toucher"],
  ["npm -s", "npm -s exec -c 'touch pwned'"],
  ["npm --silent", "npm --silent x -- touch pwned"],
  ["npm --prefix", "npm --prefix . exec -- touch pwned"],
  ["npm run", "npm run build --node-options=--import=./evil.mjs"],
  ["npm -s", "npm -s config set script-shell @BIN@/toucher"],
  ["pnpm -s", "pnpm -s exec touch pwned"],
  ["pnpm -r", "pnpm -r dlx evil"],
  ["yarn --silent", "yarn --silent dlx evil"],
  ["cargo -q", "cargo -q --config build.rustc-wrapper=@BIN@/toucher build"],
  ["cargo test", "cargo test --config 'build.rustc-wrapper=\"x\"'"],
  ["cargo -q", "cargo -q my-alias"],
  ["pip list", "pip list --python @BIN@/toucher"],
  ["pip", "pip --python=@BIN@/toucher list"],
  ["pip freeze", "pip freeze --log pwned"],
  ["curl -s", "curl -s -K evil.conf https://h.invalid"],
  ["curl -s", "curl -s -o pwned file:///etc/hostname"],
  ["curl -s", "curl -s --trace-ascii pwned file:///etc/hostname"],
  ["wget -q", "wget -q --use-askpass=@BIN@/toucher https://u@h.invalid"],
  ["wget -q", "wget -q -e use_askpass=@BIN@/toucher https://u@h.invalid"],
  ["php -v", "php -v -d auto_prepend_file=evil.php x.php"],
  ["ruby -w", "ruby -w -r ./evil x.rb"],
  ["bash -n", "bash -n -c 'true'; bash -c 'touch pwned'"],
  ["sh -e", "sh -e -c 'touch pwned'"],
  ["less", "less -k evil f"],
  ["vim -R", "vim -R -es -c '!touch pwned' -c q f"],
  ["gdb -batch", "gdb -batch -ex '!touch pwned'"],
  ["just", "just SHELL=x all"],
];

/** One dangerous command whose beginning is allowed, with its words in some spelling. */
function reaching(by: Random): Evasion {
  const [allow, danger] = pick(allowedMore, by);
  const words = danger.split(" ");
  const at = by(words.length);
  // Only plain words are spelled anew: the quotes of others reach over spaces.
  const isPlain =
    /^[A-Za-z][\w-]*$/.test(words[at] ?? "") &&
    (danger.slice(0, danger.indexOf(words[at]!)).match(/['"]/g)?.length ?? 0) === 0;
  const again =
    by(2) === 0 && isPlain
      ? words.map((word, i) => (i === at ? pick(spellings.slice(0, 6), by)(word, by) : word)).join(" ")
      : danger;
  const command = pick(
    [
      (text: string) => text,
      (text: string) => text,
      (text: string) => `cat f; ${text}`,
      (text: string) => `${text} | head -1`,
      (text: string) => `timeout 5 ${text.startsWith("timeout") || /[;|$]/.test(text) ? "true; " : ""}${text}`,
    ],
    by,
  )(again);
  const program = words[0] ?? "";
  return {
    rules: { allow: [`bash(${allow}:*)`, "bash(cat:*)", "bash(ls:*)", "bash(true)", "bash(echo:*)"] },
    command,
    ...(recorders.includes(program) && { recorded: new RegExp(`^${program} `, "m") }),
  };
}

export const evasions = (count: number, seed: number): readonly Evasion[] => {
  const by = random(seed);
  return Array.from({ length: count }, (_, i) => (i % 3 === 2 ? reaching(by) : denied(by)));
};
