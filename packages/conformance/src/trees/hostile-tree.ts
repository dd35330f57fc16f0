import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder `root` with files and a link `sub`, and next to it a folder `outside` that does not belong to it. */
export interface HostileTree extends Disposable {
  readonly root: string;
  readonly outside: string;
  /** What files outside hold, and no file in the root. */
  readonly mark: string;
}

/** Targets of links, by kind. */
export const hostileLinks: Readonly<Record<string, (tree: Pick<HostileTree, "root" | "outside">) => string>> = {
  "a relative link to the outside": () => "../outside",
  "an absolute link to the outside": ({ outside }) => outside,
  "a link to a file outside": ({ outside }) => join(outside, "f.txt"),
  "a link up to the disk and down to the root": ({ root }) => `${"../".repeat(20)}${root.slice(1)}/real`,
  "a link to the inside": () => "real",
  "an absolute link to the inside": ({ root }) => join(root, "real"),
  "a link to itself": () => "sub",
  "a link to the folder around it": () => ".",
  "a link to nowhere": () => "nowhere",
  "a link to the disk": () => "/",
};

/** Make a tree below a folder for temporary files. */
export function makeHostileTree(link: (tree: Pick<HostileTree, "root" | "outside">) => string): HostileTree {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "hostile-tree-")));
  const [root, outside] = [join(base, "root"), join(base, "outside")];
  const mark = "words from outside";
  for (const [folder, text] of [
    [join(root, "real"), "inside\n"],
    [join(root, "real/deep"), "inside\n"],
    [outside, `${mark}\n`],
  ] as const) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "f.txt"), text);
  }
  // As another user would leave it; only root can give a folder away.
  chmodSync(outside, 0o777);
  if (process.getuid?.() === 0) chownSync(outside, 65534, 65534);
  symlinkSync(link({ root, outside }), join(root, "sub"));
  return { root, outside, mark, [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }) };
}

/** Every entry below a folder, with its kind, its permissions, and the content of a file or the target of a link. */
export function entriesOf(folder: string): readonly string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      const stat = lstatSync(path);
      const is = stat.isSymbolicLink() ? readlinkSync(path) : stat.isFile() ? readFileSync(path, "latin1") : "";
      return [`${path} ${stat.mode.toString(8)} ${is}`, ...(stat.isDirectory() ? entriesOf(path) : [])];
    });
}
