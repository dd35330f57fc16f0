// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions look like JavaScript templates
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sandbox } from "@holdall/sandbox/port";
import { openSession } from "@holdall/tool-core";
import { afterAll, describe, expect, test } from "vitest";
import { type CodingOptions, coding } from "../sets/coding.ts";

const top = realpathSync(mkdtempSync(join(tmpdir(), "holdall-preset-deletes-")));
const root = join(top, "root");
for (const folder of ["src", ".git", "lib/x"]) mkdirSync(join(root, folder), { recursive: true });
for (const name of ["a.txt", "b.txt", "src/c.txt", "lib/c.txt"]) writeFileSync(join(root, name), `${name}\n`);
symlinkSync("/etc", join(root, "etc"));
symlinkSync("src", join(root, "linked"));
afterAll(() => rmSync(top, { recursive: true }));

/** Commands between `¦`. */
const listed = (texts: TemplateStringsArray, ...values: readonly string[]) =>
  texts
    .reduce((text, part, i) => text + values[i - 1] + part)
    .split(/¦|\n/)
    .map((command) => command.trim())
    .filter(Boolean);

const saidTo = (confine: boolean): Sandbox => ({
  name: "said to confine",
  confines: (level) => confine && level === "default",
  launch: () => Promise.reject(new Error("nothing is run here")),
});

async function decide(command: string, confine: boolean, permissions?: CodingOptions["permissions"]) {
  const preset = coding({ root, shell: { sandbox: saidTo(confine), env: { HOME: "/home/me" } }, permissions });
  await using session = openSession(preset.registry, preset);
  return session.decide("bash", { command });
}
const effectOf = async (...of: Parameters<typeof decide>) => (await decide(...of)).effect;

describe("in a sandbox", () => {
  test.each([
    // What contains a root, or is one.
    ...listed`
      rm -rf ..  ¦  rm -rf /  ¦  rm -rf /*  ¦  rm -rf ~  ¦  rm -rf $PWD/..  ¦  rm -rf ../*  ¦  rm -rf .
      rm -rf ${root}  ¦  rm -rf ${root}/..  ¦  rm -rf ${top}  ¦  mv ${root} /tmp/x
      rm -rf ./*  ¦  rm -rf *  ¦  rm -rf .*  ¦  find .. -delete  ¦  find / -delete  ¦  find -delete
      find .. -exec rm -rf {} +  ¦  cd .. && rm -rf root  ¦  cd / && rm -rf *  ¦  mv . /tmp/x  ¦  mv .. /tmp/x
      rsync -a --delete x/ ..  ¦  rsync --del x/ ./  ¦  rmdir ..  ¦  shred -u *
      tar --remove-files -cf /tmp/x.tar ..  ¦  zip -rm /tmp/x.zip .  ¦  gzip -r ..  ¦  mv * /tmp  ¦  rimraf .
      sh -c 'rm -rf ..'  ¦  sudo rm -rf ..  ¦  eval 'rm -rf ..'  ¦  nohup rm -rf .. &  ¦  busybox rm -rf ..
      su -c 'rm -rf ..'  ¦  f() { rm -rf ..; }; f
    `,
    // What is only known when it runs.
    ...listed`
      rm -rf "$X"  ¦  rm -rf $X  ¦  rm "$X"/a  ¦  rm -rf $(cat list)  ¦  rm \`cat list\`  ¦  cat list | xargs rm
      xargs rm < list  ¦  xargs -a list rm  ¦  find "$D" -delete  ¦  cd "$D" && rm -rf build
      cd - && rm -rf build  ¦  ls | parallel rm  ¦  while read -r f; do rm "$f"; done < list  ¦  rm -rf "$1"
      find . -exec sh -c 'rm "$1"' _ {} ;  ¦  mv "$X" /tmp  ¦  rsync -a --delete x/ "$X"
      d=$(mktemp -d); rm -rf "$d"/*  ¦  d=$(mktemp -d); rm -rf $d
      mktemp() { echo src; }; d=$(mktemp -d); rm -rf "$d"  ¦  echo x > "$X"  ¦  cp a.txt "$X"
      dd if=a.txt of="$X"  ¦  tee "$X" < a.txt  ¦  truncate -s 0 "$X"
    `,
    // What leads back into a root through a link that a command may have left in a temporary folder.
    ...listed`
      rm -rf /tmp/l/src  ¦  rm -rf /tmp/l/*  ¦  find /tmp/l/ -delete  ¦  rm -rf /tmp/l/.
      cd -P /tmp/l/.. && rm -rf x  ¦  rm -rf /proc/self/cwd/src
    `,
    // What is in no commit, or in no commit that stays.
    ...listed`
      git clean -fdx  ¦  git clean -f src  ¦  git -C src clean -fd  ¦  git checkout -- .  ¦  git checkout .
      git checkout a.txt  ¦  git checkout src  ¦  git checkout -f main  ¦  git checkout HEAD~1 a.txt
      git checkout --theirs a.txt  ¦  git -C src checkout c.txt  ¦  git checkout "$X"  ¦  git restore .
      git restore -SW a.txt  ¦  git reset --hard  ¦  git reset --har HEAD~1  ¦  git reset --keep HEAD~1
      git reset $X  ¦  git rm a.txt  ¦  git rm -r .  ¦  git stash drop  ¦  git stash clear  ¦  git branch -D x
      git branch -qDr x  ¦  git switch -f x  ¦  git switch --discard-changes x  ¦  git switch -C main
      git worktree remove -f ../w  ¦  git update-ref -d HEAD  ¦  git reflog expire --all  ¦  git gc --prune=now
      git rebase --abort  ¦  git merge --abort  ¦  git push --force  ¦  git push origin +main
      git push origin :x  ¦  git push --mirror  ¦  git tag -d v1  ¦  git submodule deinit -f x
      git submodule update --force  ¦  git read-tree -u --reset HEAD  ¦  git checkout-index -fa
      git mv -f a.txt b.txt  ¦  git apply -R x.patch  ¦  git -c a.b=c reset --hard  ¦  env A=1 git reset --hard
      timeout 5 git clean -fd  ¦  sh -c 'git checkout .'
    `,
    // What a move, a link or an overwrite takes away.
    ...listed`
      mv a.txt b.txt  ¦  mv a.txt /tmp/x  ¦  mv a.txt /dev/null  ¦  mv src/c.txt lib  ¦  mv a.txt new; mv b.txt new
      mv linked/c.txt new  ¦  mv a.txt etc/x  ¦  ln -sf b.txt a.txt
      ln -s .. up; mv a.txt up  ¦  tar xf a.tgz -C ..  ¦  unzip -o a.zip -d /
    `,
  ])("%s asks", async (command) => expect(await effectOf(command, true)).toBe("ask"));

  test.each([
    ...listed`
      npm test  ¦  make clean  ¦  $x; eval $y  ¦  node build.js  ¦  python3 -c 'x'  ¦  echo x > a.txt
      echo $x > out.txt  ¦  cp a.txt b.txt  ¦  sed -i s/a/b/ a.txt  ¦  rm -rf /tmp/x  ¦  rm -f /tmp/a /var/tmp/b
      d=$(mktemp -d); cp a.txt "$d"/; rm -rf "$d"
      t=$(mktemp); trap 'rm -f "$t"' EXIT; sort a.txt > "$t"; cp "$t" a.txt  ¦  git status  ¦  git add -A
      git commit -qm x  ¦  git switch -c x  ¦  git checkout -b x  ¦  git checkout main  ¦  git checkout -
      git stash  ¦  git stash pop  ¦  git clean -nd  ¦  git rm --cached a.txt  ¦  git restore --staged a.txt
      git reset  ¦  git reset --soft HEAD~1  ¦  git branch -d x  ¦  git branch x  ¦  git rebase main
      git merge x  ¦  git gc  ¦  mv a.txt new.txt  ¦  mv src lib/y  ¦  mv a.txt lib  ¦  ln -s a.txt new
      ln -sf a.txt new  ¦  for i in 1 2 3; do echo $i > out-$i.txt; done
      for i in {1..9}; do echo x > "out-$i.txt"; done
      i=0; while [ $i -lt 3 ]; do i=$((i+1)); echo > "o$i"; done
      exec {fd}>log; echo x >&$fd  ¦  echo x >> "$LOG"  ¦  sed -i s/a/b/ "$f"  ¦  mkdir -p "$d"  ¦  touch "$f"
      rsync -a src/ lib/  ¦  find . -name '*.ts' -exec wc -l {} +
    `,
  ])("%s does not ask", async (command) => expect(await effectOf(command, true)).toBe("allow"));

  test("the question says why", async () => {
    const said = async (command: string) => JSON.stringify(await decide(command, true));
    expect(await said("git reset --hard")).toMatch(/git reset --hard: it discards uncommitted changes/);
    expect(await said('rm -rf "$X"')).toMatch(/known only when it runs/);
  });

  test("no rule and no mode deletes what contains the root; they decide about all that lies in it", async () => {
    const rules = [{ allow: ["bash", "delete_file"] }];
    for (const permissions of [{ rules }, { mode: "bypass" as const }]) {
      for (const command of ["rm -rf ..", `rm -rf ${root}`, "rm -rf /", "find .. -delete"])
        expect(await effectOf(command, true, permissions), command).toBe("ask");
      for (const command of ["rm -rf src", 'rm -rf "$X"', "rm *.txt", "git reset --hard"])
        expect(await effectOf(command, true, permissions), command).toBe("allow");
    }
    expect(await effectOf("git reset --hard", true, { rules: [{ allow: ["bash(git:*)"] }] })).toBe("allow");
    expect(await effectOf("mv a.txt new.txt", true, { rules: [{ deny: ["delete_file(a.txt)"] }] })).toBe("deny");
  });
});

describe("without a sandbox", () => {
  test.each([
    ...listed`
      pwd  ¦  which node  ¦  git --version  ¦  wc -l a.txt  ¦  wc -l < a.txt  ¦  mkdir -p new/x
      mv a.txt new.txt  ¦  mv src lib/y  ¦  ls  ¦  ls -la src  ¦  cat a.txt  ¦  echo hello
      cat a.txt | sort | head -3  ¦  cp a.txt new.txt  ¦  cp a.txt src/  ¦  touch new  ¦  echo x > new
      cd src && pwd  ¦  mkdir x && mv a.txt new && ls  ¦  time pwd  ¦  timeout 5 wc a.txt
      if test -f a.txt; then cat a.txt; fi  ¦  for f in a.txt b.txt; do wc -l $f; done  ¦  x=a.txt; cat $x
      date +%s  ¦  stat -c %s a.txt
    `,
  ])("%s does not ask", async (command) => expect(await effectOf(command, false)).toBe("allow"));

  test.each([
    // What is not known, or does more than its files tell.
    ...listed`
      npm test  ¦  git status  ¦  node --version --eval x  ¦  ./git --version  ¦  git --version --exec-path=x
      wc -l $x  ¦  $x  ¦  eval pwd  ¦  xargs wc < a.txt  ¦  pwd; npm test  ¦  pwd() { evil; }; pwd
      alias pwd=x; pwd  ¦  PATH=. pwd  ¦  export PATH=.; wc a.txt  ¦  hash -p ./x wc; wc a.txt  ¦  enable -f x pwd
      sudo pwd  ¦  nohup pwd  ¦  sh -c pwd  ¦  wc --files0-from=a.txt  ¦  sort --compress-program=./x a.txt
      sort -o b.txt --files0-from a.txt  ¦  diff -r src lib  ¦  md5sum -c a.txt  ¦  cp -r src new  ¦  tail -f a.txt
    `,
    // What lies elsewhere, or is reached through a link.
    ...listed`
      cat /etc/passwd  ¦  ls ..  ¦  cat ../x  ¦  wc < /etc/passwd  ¦  echo x > ../x
      echo x > /dev/tcp/10.0.0.1/80  ¦  cat etc/passwd  ¦  ls etc/  ¦  echo x > etc/x  ¦  cat etc/../passwd
      cd etc && cat passwd  ¦  cat *  ¦  cp a.txt etc/x  ¦  mv a.txt etc  ¦  mv a.txt linked/x  ¦  mv etc new
      mv lib new && cat new/c.txt  ¦  mv lib new; echo x > new/y  ¦  cat linked
    `,
    // What is lost or may run.
    ...listed`
      rm a.txt  ¦  rmdir lib/x  ¦  mv a.txt b.txt  ¦  mv a.txt ../x  ¦  mv . new  ¦  mv src/c.txt lib
      mv a.txt new; mv b.txt new  ¦  mv *.txt lib  ¦  echo x > "$X"
      mv a.txt .mcp.json  ¦  cp a.txt .envrc  ¦  mv src .github  ¦  mv lib/.git .  ¦  cp src/.envrc .
      cp src/.envrc lib  ¦  cp -t . src/.envrc  ¦  echo x > .git/config
    `,
  ])("%s asks", async (command) => expect(await effectOf(command, false)).toBe("ask"));

  test("a name that was moved is what it says when it is used in the next call", async () => {
    symlinkSync("/etc/passwd", join(root, "lib", "x", "leads-out"));
    expect(await effectOf("cat lib/x/leads-out", false)).toBe("ask");
    expect(await effectOf("mv lib/x new && cat new/leads-out", false)).toBe("ask");
    expect(await effectOf("mv lib/x/leads-out new", false)).toBe("ask");
  });
});
