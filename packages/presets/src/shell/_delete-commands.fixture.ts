// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions look like JavaScript templates
/** A stream of numbers below 1 that is the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Commands that delete, move, overwrite or throw away, and some that do not, in the ways a model may write them. All paths
 * are relative, below `root`, below a private `/tmp` (where `l` and `up` are links to the root and the folder above it), or in
 * variables, so that no command of these reaches a file of this machine's.
 */
export function deleteCommand(random: () => number, root: string): string {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const path = () =>
    pick([
      ...[
        ".",
        "..",
        "../../..",
        "..",
        "../..",
        "$PWD",
        "$PWD/..",
        '"$PWD"/../..',
        '"$(pwd)"',
        "$(pwd)/..",
        "${PWD%/*}",
      ],
      ...[root, `${root}/`, `${root}/..`, `${root}/src/../..`, `${root}/*`, `${root}/src`],
      ...["a.txt", "b.txt", "'a b.txt'", "src", "src/", "src/..", "src/../..", "src/*", "./src/c.txt", "{a,b}.txt"],
      ...[
        "*",
        "./*",
        "../*",
        ".*",
        "*.txt",
        "[ab].txt",
        "?.txt",
        "**/c.txt",
        "link",
        "link/",
        "link/*",
        "link/..",
        "out",
      ],
      ...[
        "/tmp/l",
        "/tmp/l/",
        "/tmp/l/*",
        "/tmp/l/src",
        "/tmp/l/.",
        "/tmp/up/root",
        "/tmp/up/*",
        "/tmp/new",
        "/tmp/new/x",
      ],
      ...[
        '"$X"',
        "$X",
        '"$NONE"',
        '"$NONE"/src',
        "$(echo src)",
        "`echo a.txt`",
        '"$d"',
        "$d",
        '"$d"/*',
        '"$d"/src',
        '"$d"src',
      ],
      ...["~", "~/x", "$HOME", '"$HOME"/../w/x/root', "--", "-- a.txt", "-f", "new", "new/x", "-v src new"],
    ]);
  const options = () => pick(["", "-r", "-rf", "-fr", "-R -f", "-v", "--recursive --force", "-rfv --", "-f"]);
  const gits = () =>
    pick([
      ...[
        "clean -fdx",
        "clean -f",
        "clean -nfd",
        `clean -fd ${path()}`,
        "checkout -- .",
        "checkout .",
        "checkout -f",
        "checkout feature",
      ],
      ...[
        `checkout ${path()}`,
        `checkout -- ${path()}`,
        "checkout b.txt",
        "checkout HEAD b.txt",
        "checkout -qf",
        "restore .",
      ],
      ...[
        `restore ${path()}`,
        "restore --staged b.txt",
        "restore -SW b.txt",
        "reset --hard",
        "reset --har",
        "reset",
        "reset -q --merge",
      ],
      ...[
        `rm -f ${path()}`,
        "rm -rf .",
        "rm --cached b.txt",
        "stash",
        "stash -u",
        "stash drop",
        "stash clear",
        "stash pop",
        "branch -D feature",
      ],
      ...[
        "branch -d feature",
        "switch feature",
        "switch -f feature",
        "switch --discard-changes feature",
        "add -A",
        "commit -qam x",
      ],
      ...[
        "status",
        "log",
        "diff",
        "checkout-index -fa",
        "read-tree -u --reset HEAD",
        "update-ref -d refs/heads/feature",
        "mv a.txt new",
      ],
      ...[
        "mv -f b.txt src/c.txt",
        "-C .. clean -fdx",
        `-C ${path()} clean -fdx`,
        "gc --prune=now",
        "reflog expire --all",
        "worktree list",
      ],
    ]);
  const simple = (): string =>
    pick([
      ...Array.from({ length: 6 }, () => `rm ${options()} ${path()}`),
      ...Array.from({ length: 3 }, () => `mv ${pick(["", "-f", "-n", "-T", "-v"])} ${path()} ${path()}`),
      ...Array.from({ length: 4 }, () => `git ${gits()}`),
      `rm ${options()} ${path()} ${path()}`,
      `rmdir ${path()}`,
      `unlink ${path()}`,
      `find ${path()} -delete`,
      `find ${pick(["-L", "-H", "-P"])} ${path()} -name '*.txt' -delete`,
      `find ${path()} -type f -exec rm -f {} ${pick(["+", "';'"])}`,
      `find ${path()} -name '*.txt' | xargs rm ${options()}`,
      `echo ${path()} | xargs ${pick(["", "-n 1", "-I{}", "-t"])} rm -rf`,
      `printf '%s\\n' ${path()} | while read -r f; do rm -rf "$f"; done`,
      `ls | xargs -d '\\n' rm -rf`,
      `mv -t ${path()} ${path()} ${path()}`,
      `mv a.txt new`,
      `mv src lib`,
      `mv a.txt new; mv b.txt new`,
      `cp a.txt ${path()}`,
      `cp -r ${path()} ${path()}`,
      `shred -u ${path()}`,
      `gzip ${path()}`,
      `tar --remove-files -cf /tmp/x.tar ${path()}`,
      `zip -qrm /tmp/x.zip ${path()}`,
      `ln -sf ${path()} ${path()}`,
      `mkdir -p new/x`,
      `touch new`,
      "pwd",
      "which bash",
      "wc -l a.txt",
      `cat ${path()}`,
      `ls ${path()}`,
      "git --version",
      `echo x > ${pick(["new", "out/o", '"$X"/new', "/tmp/x", '"$d"/x'])}`,
      `x=${path()}; rm -rf ${pick(['"$x"', "$x", '"$x"/src', '"$x"/..', "${x:-src}"])}`,
    ]);
  const quoted = (text: string) => `'${text.split("'").join(`'\\''`)}'`;
  const wrap = (): string => {
    const inner = simple();
    return pick([
      ...Array.from({ length: 12 }, () => inner),
      `sh -c ${quoted(inner)}`,
      `bash -c ${quoted(inner)}`,
      `eval ${quoted(inner)}`,
      `${pick(["timeout 5", "nice -n 1", "env A=1", "command", "time", "nohup", "stdbuf -oL", "setsid -w", "exec"])} ${inner}`,
      `flock /tmp/lock -c ${quoted(inner)}`,
      `cd ${path()} && ${inner}`,
      `cd ${path()}; ${inner}`,
      `(cd ${path()} && ${inner})`,
      `cd -P ${path()} && ${inner}`,
      `pushd ${path()} > /dev/null; ${inner}`,
      `for f in ${path()} ${path()}; do rm -rf "$f"; done`,
      `if true; then ${inner}; fi`,
      `f() { ${inner}; }; f`,
      `trap ${quoted(inner)} EXIT`,
      `true && ${inner} || ${simple()}`,
      `${inner} & wait`,
      `{ ${inner}; } 2>/dev/null`,
      `echo "$(${inner})"`,
      `${inner}; ${simple()}`,
      `ln -s .. up2; ${inner}`,
      `ln -sfn ${path()} /tmp/new; ${inner}`,
      `mktemp() { echo src; }; d=$(mktemp -d); ${inner}`,
    ]);
  };
  return `${pick(["", "", "", "d=$(mktemp -d); ", "d=src; ", 'd="$X"; ', "cd src; "])}${wrap()}`;
}
