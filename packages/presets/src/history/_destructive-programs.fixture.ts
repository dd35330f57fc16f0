import { createHash } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** Random choices that a seed repeats. */
export function seeded(seed: number) {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
  return { next, pick: <T>(items: readonly T[]): T => items[next(items.length)]! };
}

export type Random = ReturnType<typeof seeded>;

const names = ["a.ts", "b.txt", ".env", "data.sqlite", "é", "日本", "x y", "q'uote", "-dash", "deep", "lib", "big.bin"];

/** Every entry below a folder with its kind, permissions and content; objects of git are left out, which are only added. */
export function snapshot(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (at: string, name: string) => {
    const stat = lstatSync(at);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) found[name] = `link to ${readlinkSync(at)}`;
    else if (stat.isDirectory()) {
      if (name === "/.git/objects") return;
      found[name] = `folder ${mode}`;
      for (const child of readdirSync(at)) visit(join(at, child), `${name}/${child}`);
    } else found[name] = `file ${mode} ${createHash("sha256").update(readFileSync(at)).digest("base64")}`;
  };
  visit(folder, "");
  return found;
}

/** What differs after an undo. A new file that is longer than what is kept stays, and the folders above it, if the undo has said so. */
export function notTakenBack(before: Record<string, string>, after: Record<string, string>, said: string): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => {
    const reasons = [
      "could not be restored: it is now something",
      "was left alone: it holds files",
      "keeps what was at",
    ];
    const above = [...name.matchAll(/\//g)].slice(1).map(({ index }) => name.slice(0, index));
    const isIn = above.some((folder) => said.includes(`${folder} keeps what was at`));
    const stays = before[name] === undefined && (isIn || reasons.some((reason) => said.includes(`${name} ${reason}`)));
    return before[name] !== after[name] && !stays;
  });
}

/** Fill a folder with files, folders, links and permissions; every third one has a file that is longer than what is kept. */
export function makeTree(root: string, { next, pick }: Random, maxFileBytes: number): void {
  const folders = [root];
  writeFileSync(join(root, ".gitignore"), ".env\n*.sqlite\n");
  for (let i = 0; i < 14; i++) {
    const at = join(pick(folders), pick(names));
    if (lstatSync(at, { throwIfNoEntry: false })) continue;
    const kind = next(8);
    if (kind === 0) symlinkSync(pick(["a.ts", "nowhere", "..", "deep/b.txt"]), at);
    else if (kind < 3) {
      mkdirSync(at);
      folders.push(at);
    } else writeFileSync(at, pick(["", "one\ntwo\n", `${next(1e6)}\r\n`, "\0\u0001binary", "x".repeat(5_000)]));
    if (kind > 0 && next(4) === 0) chmodSync(at, pick(kind < 3 ? [0o755, 0o700] : [0o600, 0o644, 0o755, 0o444]));
  }
  if (next(3) > 0) return;
  const big = join(pick(folders), "big.bin");
  if (lstatSync(big, { throwIfNoEntry: false })) return;
  writeFileSync(big, "big");
  truncateSync(big, maxFileBytes + 1);
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** What a program does to one or two names. */
function step({ next, pick }: Random): string {
  const [one, other] = [pick(names), pick(names)];
  const [a, b] = [quoted(`./${one}`), quoted(`./${other}`)];
  const [p, q] = [JSON.stringify(one), JSON.stringify(other)];
  const python = (code: string) => `python3 -c ${quoted(`import os,shutil\ntry:\n  ${code}\nexcept OSError: pass`)}`;
  const node = (code: string) => `node -e ${quoted(`const fs=require("fs");try{${code}}catch{}`)}`;
  return pick([
    () => `rm -rf ${a}`,
    () => `rm -f ./* 2>/dev/null`,
    () => `mv -f ${a} ${b}`,
    () => `cp -r ${a} ${b}`,
    () => `: > ${a}`,
    () => `echo ${next(1000)} >> ${a}`,
    () => `printf '\\x00%s' ${next(99)} | tee ${a} ${b} >/dev/null`,
    () => `sed -i 's/o/0/g' ${a}`,
    () => `truncate -s ${next(50)} ${a}`,
    () => `dd if=/dev/zero of=${a} bs=1 count=${next(40)} conv=notrunc`,
    () => `chmod -R ${pick(["700", "a-w", "u+x", "644"])} ${a}`,
    () => `ln -sfn ${b} ${a}`,
    () => `ln -f ${b} ${a}`,
    () => `mkdir -p ${a}/new/${quoted(other)}; touch ${a}/new/f`,
    () => `find . -mindepth 1 -not -path './.git*' -name ${quoted(`*${one.at(-1)}`)} -delete`,
    () => `find . -type f -not -path './.git/*' -print0 | head -zn ${next(4)} | xargs -0 rm -f`,
    () => `ls | awk 'NR==${next(5)}' | xargs -I{} rm -rf ./{}`,
    () => `git clean -fdxq`,
    () => `git -c user.name=x -c user.email=x stash -uq 2>/dev/null`,
    () => `git rm -rfq -- ${a} 2>/dev/null`,
    () => `git mv -f ${a} ${b} 2>/dev/null`,
    () => `awk '{ print > FILENAME ".new" }' ${a} 2>/dev/null`,
    () => `perl -pi -e 's/one/1/' ${a} 2>/dev/null`,
    () => `echo '{"scripts":{"x":"rm -rf ./lib ./b.txt; echo x > a.ts"}}' > package.json; npm run -s x 2>/dev/null`,
    () => `for f in *; do [ -f "$f" ] && echo x > "$f"; done`,
    () => python(`shutil.rmtree(${p})`),
    () => python(`os.replace(${p}, ${q})`),
    () => python(`open(${p},"r+b").write(b"py")`),
    () => python(`os.symlink(${q}, ${p}); os.chmod(${p}, 0o600)`),
    () => node(`fs.rmSync(${p},{recursive:true})`),
    () => node(`fs.writeFileSync(${p},"node")`),
    () => node(`fs.renameSync(${p},${q})`),
    () => `make -sf - <<< $'all:\\n\\t-@rm -rf ./${one.replaceAll("'", "\\'")} 2>/dev/null'`,
  ])();
}

/** A random program for bash: some steps, in wrappers, substitutions, background jobs, and with kills in the middle. */
export function destructiveProgram(random: Random): string {
  const { next, pick } = random;
  const steps = Array.from({ length: 1 + next(4) }, () => step(random));
  const wrap = (text: string) =>
    pick([
      () => text,
      () => text,
      () => `sh -c ${quoted(text)}`,
      () => `bash -c ${quoted(text)}`,
      () => `env X=1 timeout 20 bash -c ${quoted(text)}`,
      () => `(${text})`,
      () => `( ${text} ) & wait`,
      () => `x=$(${text}; echo done)`,
      () => `bash -c ${quoted(`${text}; kill -9 $$; echo never`)}`,
      () => `eval ${quoted(text)}`,
      () => `mkdir -p ./deep 2>/dev/null; cd ./deep 2>/dev/null && { ${text}\n}; cd "$OLDPWD" 2>/dev/null`,
    ])();
  return `${steps.map(wrap).join("\n")}\ntrue`;
}
