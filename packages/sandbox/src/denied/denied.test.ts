import { execFileSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bubblewrap } from "../bubblewrap/bubblewrap.ts";
import type { PathDenial } from "../port/sandbox.ts";
import { findCandidates } from "../tests/_candidates.fixture.ts";
import { run, workspace } from "../tests/_run.fixture.ts";

const candidates = await findCandidates();
const [{ lacks = "" } = {}] = candidates;
const mark = "holdall-test-denied";

let space: ReturnType<typeof workspace>;
let root: string;

const denial = (action: PathDenial["action"], name: string, pattern: RegExp): PathDenial => ({
  action,
  rule: `${action}(${name})`,
  below: [root],
  matches: (path) => pattern.test(path.slice(root.length)),
});
const denyRead = () => [
  denial("read", ".env", /^(\/.*)?\/\.env(\/|$)/),
  denial("read", "secret/**", /^\/secret(\/|$)/),
  denial("read", "*.key", /\.key$/),
];
const denyWrite = () => [
  denial("write", "locked/**", /^\/locked(\/|$)/),
  denial("write", "deep/a.lock", /^\/deep\/a\.lock$/),
];

beforeEach(() => {
  space = workspace({
    ...{ ".env": mark, "secret/a.txt": mark, "secret/d/b.txt": mark, "app/.env": mark, "app/deep/x.key": mark },
    ...{ "a.txt": "free", ".gitignore": ".env\n", "locked/a.txt": "kept", "deep/a.lock": "kept", "real.txt": mark },
  });
  root = space.root;
});
afterEach(() => space.remove());

/** Ways to read a file, a folder and what is around them. */
const reads = [
  "cat .env",
  "cat secret/a.txt secret/d/b.txt app/.env app/deep/x.key",
  "cat < .env",
  'while read -r line || [ -n "$line" ]; do echo "$line"; done < .env',
  "echo $(<.env)",
  "cat /proc/$$/cwd/.env /proc/self/cwd/secret/a.txt",
  "cat /proc/self/root$PWD/.env /proc/1/root$PWD/secret/a.txt",
  "cat */*.txt .e* */.env */*/*.key",
  "find . -type f -exec cat {} +",
  "grep -rs . .",
  "grep -s . .env secret/*",
  "tar cf - . | cat",
  "tar cf - .env secret | cat",
  "cp .env b; cat b; cp -r secret c; cat c/*; cp -a . /tmp/all; cat /tmp/all/.env /tmp/all/secret/*",
  "ln .env b; cat b; ln secret/a.txt c; cat c",
  "ln -s .env b; cat b; ln -s secret c; cat c/a.txt",
  "mv .env b; cat b; mv secret c; cat c/a.txt; mv app other; cat other/.env other/deep/*",
  "mv app /tmp/app; cat /tmp/app/.env",
  "dd if=.env status=none; head -c 99 .env; tail .env; od -c .env | head; base64 .env; xxd .env",
  "awk 1 .env secret/a.txt; sed -n p .env; sort .env; rev .env | rev; tac .env; paste .env; diff .env a.txt",
  "git grep --no-index . ; git diff --no-index a.txt .env; git init -q /tmp/g; git -C /tmp/g hash-object -w $PWD/.env $PWD/secret/a.txt | xargs -n1 git -C /tmp/g cat-file -p",
  "perl -pe 1 .env secret/a.txt; perl -e 'open F, \"app/.env\"; print <F>'",
  `"$NODE" -e 'const fs = require("fs"); for (const f of [".env", "app/deep/x.key"]) try { console.log(fs.readFileSync(f, "utf8")) } catch (e) { console.log(e.code) }'`,
  `python3 -c 'print(open(".env").read())'; python3 -c 'import os; os.rename("app", "x"); print(open("x/.env").read())'`,
  "rg --hidden -uuu .; rg --hidden --no-ignore -a . $PWD",
  "(cat .env secret/a.txt) & wait",
  "chmod -R 777 secret .env; cat .env secret/a.txt",
  "umount .env; umount secret; umount -l $PWD/.env; cat .env secret/a.txt",
  "unshare -Urm sh -c 'umount .env; umount -l secret; cat .env secret/a.txt'",
  "unshare -Urm sh -c 'mkdir /tmp/m; mount --bind . /tmp/m; cat /tmp/m/.env /tmp/m/secret/a.txt'",
  "rm -rf secret .env; git -C . status; cat secret/a.txt .env",
  "exec 9<.env; cat <&9",
  "bash -c 'mapfile x < .env; echo $x'",
  "zip -qr - . | cat; cat .env | gzip -c | gzip -dc; gzip -c .env | gzip -dc",
] as const;

/** Ways to change what must stay. */
const writes = [
  "echo x > locked/a.txt; echo x > deep/a.lock",
  "echo x > locked/new; mkdir locked/new",
  "rm -f deep/a.lock locked/a.txt; rm -rf locked",
  "mv locked other; mv deep/a.lock b; mv deep other",
  "mv a.txt deep/a.lock; cp -f a.txt locked/a.txt; ln -f a.txt deep/a.lock; ln -sf a.txt deep/a.lock",
  "sed -i s/kept/x/ deep/a.lock locked/a.txt; perl -pi -e s/kept/x/ locked/a.txt",
  "truncate -s 0 deep/a.lock; dd if=/dev/zero of=deep/a.lock count=1; tee deep/a.lock < a.txt; install a.txt locked/a.txt",
  'perl -e \'unlink "deep/a.lock"; rename "locked", "x"; open F, ">locked/a.txt"; print F 1\'',
  "ln deep/a.lock b; echo x > b; ln -s locked c; echo x > c/a.txt",
  "echo x > /proc/self/cwd/locked/a.txt; echo x > /proc/self/root$PWD/deep/a.lock",
  "chmod -R 777 .; chmod 777 locked/a.txt; echo x > locked/a.txt; find . -delete",
] as const;

describe.each(candidates)("in $name, level $level, $lacks", ({ lacks, level, open }) => {
  // The probe says why the sandbox does not work here.
  it.skipIf(lacks)("what is denied cannot be read, and the rest can", async () => {
    await using sandbox = await open({ roots: [root] });
    const script = `cat .env app/.env secret/*; find . -type f -exec cat {} +; cat a.txt`;
    const { out, report } = await run(sandbox, script, { cwd: root, level, denials: denyRead() });
    expect(out).not.toContain(`${mark}${mark}`);
    expect(out.split(mark)).toHaveLength(2);
    expect(out).toContain("free");
    expect(report.failure).toBeUndefined();
    expect(report.limits).toContain(`The rule read(.env) denies reading ${root}/.env.`);
  });
});

// The probe says why the sandbox does not work here.
describe.skipIf(lacks)(`what rules deny${lacks}`, { timeout: 60_000 }, () => {
  it("comes out by no way of reading", async () => {
    rmSync(join(root, "real.txt"));
    const sandbox = bubblewrap({ roots: [root] });
    // All in one launch; each is after its number.
    const all = reads.map((script, at) => `printf '\\n=== ${at}\\n'\n( ${script}\n) 2>&1`).join("\n");
    const env = { PATH: process.env.PATH ?? "", NODE: process.execPath };
    const { out, report } = await run(sandbox, all, { cwd: root, denials: denyRead(), env });
    expect(report.failure).toBeUndefined();
    const printed = out.split(/\n=== \d+\n/).slice(1);
    expect(printed).toHaveLength(reads.length);
    const encoded = Buffer.from(mark).toString("base64").slice(0, 12);
    for (const [at, script] of reads.entries())
      for (const text of [mark, encoded]) expect([script, printed[at]?.includes(text)]).toEqual([script, false]);
    expect(readFileSync(join(root, ".env"), "utf8")).toBe(mark);
    expect(readFileSync(join(root, "secret/d/b.txt"), "utf8")).toBe(mark);
  });

  it("comes out by every one of them without the rule", async () => {
    const sandbox = bubblewrap({ roots: [root] });
    for (const script of ["cat .env", "find . -type f -exec cat {} +", "cat /proc/$$/cwd/.env", "tar cf - . | cat"])
      expect((await run(sandbox, script, { cwd: root })).out).toContain(mark);
  });

  it("is changed by no way of writing", async () => {
    const sandbox = bubblewrap({ roots: [root] });
    for (const script of writes) {
      const { report } = await run(sandbox, script, { cwd: root, denials: denyWrite() });
      expect([script, report.failure]).toEqual([script, undefined]);
      for (const path of ["locked/a.txt", "deep/a.lock"])
        expect([script, readFileSync(join(root, path), "utf8")]).toEqual([script, "kept"]);
      expect([script, existsSync(join(root, "locked/new"))]).toEqual([script, false]);
    }
    const script = "cat locked/a.txt; echo new > deep/b; cat deep/b; echo > locked/a.txt";
    const { out, report } = await run(sandbox, script, { cwd: root, denials: denyWrite() });
    expect([out, report.needed.write]).toEqual(["keptnew\n", []]);
    expect(report.limits).toEqual([`The rule write(locked/**) denies changing ${root}/locked.`]);
  });

  it("cannot be changed where a rule is about a root or the whole disk, and elsewhere nothing is searched", async () => {
    const everywhere = { action: "write", rule: "write(//**)", below: ["/"], matches: () => true } as const;
    const elsewhere = { action: "write", rule: "write(//usr/**)", below: ["/usr"], matches: () => true } as const;
    const sandbox = bubblewrap({ roots: [root] });
    const script = "echo x > a.txt; echo x > new; rm -rf app; cat a.txt; ls -d app";
    const held = await run(sandbox, script, { cwd: root, denials: [everywhere] });
    expect([held.out, held.report.failure, existsSync(join(root, "new"))]).toEqual(["freeapp\n", undefined, false]);
    expect((await run(sandbox, "echo x > a.txt; cat a.txt", { cwd: root, denials: [elsewhere] })).out).toBe("x\n");
  });

  it("stays hidden behind a link, and by its other names", async () => {
    rmSync(join(root, ".env"));
    symlinkSync("real.txt", join(root, ".env"));
    linkSync(join(root, "app/.env"), join(root, "app/other"));
    const sandbox = bubblewrap({ roots: [root] });
    const { out, report } = await run(sandbox, "cat .env real.txt app/other; cat *; cat */*", {
      cwd: root,
      denials: denyRead(),
    });
    expect([out.includes(mark), report.failure]).toEqual([false, undefined]);
  });

  it("is hidden when it appears between two commands, or is replaced", async () => {
    const sandbox = bubblewrap({ roots: [root] });
    const request = { argv: ["true"], cwd: root, env: {}, level: "default", denials: denyRead() } as const;
    await using launch = await sandbox.launch(request);
    expect(launch.isCurrent?.()).toBe(true);
    writeFileSync(join(root, "a.txt"), "else");
    expect(launch.isCurrent?.()).toBe(true);
    mkdirSync(join(root, "new"));
    writeFileSync(join(root, "new/.env"), mark);
    expect(launch.isCurrent?.()).toBe(false);
    await using second = await sandbox.launch(request);
    writeFileSync(join(root, "tmp"), mark);
    renameSync(join(root, "tmp"), join(root, ".env"));
    expect(second.isCurrent?.()).toBe(false);
  });

  it("that cannot be kept from a command starts nothing, and names the rule", async () => {
    const sandbox = bubblewrap({ roots: [root] });
    const failing = (denials: readonly PathDenial[]) => run(sandbox, "true", { cwd: root, denials });
    const unprotected = (text: string) => ({ data: { unprotected: expect.stringContaining(text) } });
    await expect(failing([denial("read", "**", /^/)])).rejects.toMatchObject(unprotected("read(**)"));
    const disk = { action: "read", rule: "read(//**)", below: ["/"], matches: () => true } as const;
    await expect(failing([disk])).rejects.toMatchObject(unprotected("read(//**)"));
    linkSync(join(root, ".env"), join(space.root, "..", "holdall-test-linked"));
    try {
      await expect(failing(denyRead())).rejects.toMatchObject(unprotected("hard links"));
    } finally {
      rmSync(join(space.root, "..", "holdall-test-linked"));
    }
    mkdirSync(join(root, "many"));
    for (let at = 0; at < 501; at++) writeFileSync(join(root, "many", `${at}.key`), "");
    await expect(failing(denyRead())).rejects.toMatchObject(unprotected("502 of them by the rule read(*.key)"));
  });

  it("is not taken for deleted by git", async () => {
    const git = (...args: string[]) => execFileSync("git", ["-C", root, ...args], { encoding: "utf8" });
    git("init", "-q");
    git("add", "-f", ".");
    git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "first");
    const sandbox = bubblewrap({ roots: [root] });
    await run(sandbox, "git add -A; git -c user.name=a -c user.email=a@b.c commit -qam x", {
      ...{ cwd: root, level: "git_write", denials: denyRead() },
    });
    expect(git("ls-tree", "-r", "--name-only", "HEAD")).toContain(".env");
    expect(git("ls-tree", "-r", "--name-only", "HEAD")).toContain("secret/a.txt");
  });
});
