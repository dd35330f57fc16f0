const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const any = "*";

/** Programs whose arguments are data, and whose files are judged by themselves: none of them is code, or a program to start. */
const data = words(
  "ls du df stat file cat head tail wc sort uniq cut tr nl tac rev column fold paste comm cmp diff jq grep egrep fgrep " +
    "readlink realpath basename dirname md5sum sha1sum sha256sum cksum od hexdump strings touch mkdir rmdir cp mv",
);

/**
 * What the words after a program may be that say what it does. What follows is data, or a risk that is reported as one.
 */
const named: Readonly<Record<string, ReadonlySet<string> | typeof any>> = {
  git: words(
    "add blame branch checkout cherry-pick commit describe diff fetch log ls-files merge mv pull push rebase reflog reset " +
      "restore rev-parse revert rm shortlog show stash status switch tag",
  ),
  npm: words("ls outdated test view"),
  pnpm: words("list outdated test view why"),
  yarn: words("list outdated test why"),
  "npm run": any,
  "pnpm run": any,
  "yarn run": any,
  cargo: words("bench build check clippy doc fmt test tree"),
  pip: words("check freeze list show"),
  pip3: words("check freeze list show"),
  docker: words("images inspect logs ps"),
  "gh issue": words("list status view"),
  "gh pr": words("checks diff list status view"),
  "gh run": words("list view"),
  brew: words("info list search"),
};

/**
 * The first words of a command that say what it does, whatever comes behind them: `git push`, `npm run build`, `ls`. None
 * for a program that runs what its arguments say, and for one that is not known: an interpreter, `npx`, `make`, `docker run`.
 */
export function namingWords(argv: readonly string[]): readonly string[] | undefined {
  const [program = "", second = "", third = ""] = argv;
  const plain = (text: string) => /^[\w@][\w@.:/+-]*$/.test(text) && !text.endsWith(":");
  const allows = (key: string, word: string) => {
    const list = Object.hasOwn(named, key) ? named[key] : undefined;
    return list !== undefined && plain(word) && (list === any || list.has(word));
  };
  if (data.has(program)) return [program];
  if (allows(`${program} ${second}`, third)) return [program, second, third];
  return allows(program, second) ? [program, second] : undefined;
}
