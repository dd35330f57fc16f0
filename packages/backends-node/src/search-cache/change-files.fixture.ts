// change-files ROOT OUTSIDE: for each line with a seed on stdin, makes some changes below ROOT and says what it did.
import {
  appendFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [root = "", outside = ""] = process.argv.slice(2);
const names = ["a.ts", "b.ts", "c.md", "d.log", "e.txt", ".hidden", "f.ts", "g"];
const folders = ["x", "y", "z", "x.d", "deep"];

let state = 1;
const roll = (bound: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
};
const pick = <T>(items: readonly T[]): T => items[roll(items.length)]!;

function everyFolder(folder = root): string[] {
  const below = readdirSync(folder, { withFileTypes: true }).filter(
    (each) => each.isDirectory() && each.name !== ".git",
  );
  return [folder, ...below.flatMap(({ name }) => everyFolder(join(folder, name)))];
}
const someFolder = () => pick(everyFolder());
const somePath = () => join(someFolder(), pick(names));
const someFile = (): string | undefined => {
  const all = everyFolder().flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ name }) => join(folder, name)),
  );
  return all.length > 0 ? pick(all) : undefined;
};
const someText = (length = roll(40)): string =>
  Array.from({ length }, () => pick(["needle ", "need", "straw ", "hay\n", "é", "日本", "NEEDLE\n"])).join("");
const rules = () =>
  Array.from({ length: roll(3) }, () =>
    pick(["*.ts", "x/", "!a.ts", "d.log", "/deep", "*", "!*.md", "y/**", "z"]),
  ).join("\n");

const changes: Readonly<Record<string, () => unknown>> = {
  write: () => writeFileSync(somePath(), someText()),
  writeMuch: () => writeFileSync(somePath(), someText(2_000)),
  writeWide: () => writeFileSync(somePath(), Buffer.from(`\ufeff${someText()}`, "utf16le")),
  writeBinary: () => writeFileSync(somePath(), `needle\0${someText()}`),
  append: () => appendFileSync(somePath(), someText()),
  truncate: () => truncateSync(someFile() ?? "", roll(10)),
  remove: () => rmSync(someFile() ?? ""),
  replaceWhole() {
    writeFileSync(join(root, "new.tmp"), someText());
    renameSync(join(root, "new.tmp"), somePath());
  },
  /** The size and the time of change that everybody looks at stay the same. */
  disguise() {
    const file = someFile() ?? "";
    const { atime, mtime } = lstatSync(file);
    const bytes = readFileSync(file);
    const flipped = bytes.map((byte) => (byte === 110 ? 109 : byte === 109 ? 110 : byte));
    writeFileSync(file, flipped);
    utimesSync(file, atime, mtime);
  },
  renameFile: () => renameSync(someFile() ?? "", somePath()),
  makeFolder: () => mkdirSync(join(someFolder(), pick(folders))),
  removeFolder: () => rmSync(join(someFolder(), pick(folders)), { recursive: true }),
  renameFolder: () => renameSync(join(someFolder(), pick(folders)), join(someFolder(), pick(folders))),
  swapFolders() {
    const [one, other] = [join(someFolder(), pick(folders)), join(someFolder(), pick(folders))];
    renameSync(one, join(outside, "swap"));
    renameSync(other, one);
    renameSync(join(outside, "swap"), other);
  },
  /** Goes out, changes, and comes back. */
  takeOut() {
    const folder = join(someFolder(), pick(folders));
    renameSync(folder, join(outside, "taken"));
    writeFileSync(join(outside, "taken", pick(names)), someText());
    renameSync(join(outside, "taken"), folder);
  },
  rules: () => writeFileSync(join(someFolder(), pick([".gitignore", ".ignore"])), rules()),
  excludes() {
    mkdirSync(join(root, ".git/info"), { recursive: true });
    writeFileSync(join(root, ".git/info/exclude"), rules());
  },
  noRepository: () => rmSync(join(root, ".git"), { recursive: true }),
  linkFolder() {
    const folder = join(someFolder(), pick(folders));
    rmSync(folder, { recursive: true, force: true });
    symlinkSync(pick([outside, root, "x"]), folder);
  },
  linkFile: () => symlinkSync(pick(names), somePath()),
  /** The system tells of the name in the tree only, and only because of the touch. */
  secondName() {
    const file = someFile() ?? "";
    rmSync(join(outside, "second"), { force: true });
    linkSync(file, join(outside, "second"));
    utimesSync(file, 1, 1);
  },
  /** Nothing that happens in the tree tells of this. */
  writeBySecondName: () => writeFileSync(join(outside, "second"), someText()),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  state = Number(line);
  const done: string[] = [];
  for (let left = 1 + roll(4); left > 0; left--) {
    const name = pick(Object.keys(changes));
    try {
      changes[name]?.();
      done.push(name);
    } catch {
      // There was nothing of that kind to change.
    }
  }
  process.stdout.write(`${done.join(" ")}\n`);
});
