import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Package } from "./_workspace.ts";

const bumps = ["none", "patch", "minor", "major"] as const;
export type Bump = (typeof bumps)[number];

export interface Changeset {
  /** Path from the root. */
  readonly file: string;
  /** Package → how much its version rises. */
  readonly releases: ReadonlyMap<string, Bump>;
}

/** The changesets that the next release takes up, sorted by file. Throws for one that has no valid head. */
export function readChangesets(root: string): Changeset[] {
  return globSync(".changeset/*.md", { cwd: root })
    .filter((file) => !file.endsWith("README.md"))
    .sort()
    .map((file) => ({ file, releases: parseHead(file, readFileSync(join(root, file), "utf8")) }));
}

function parseHead(file: string, text: string): Map<string, Bump> {
  const [, head] = /^---\r?\n([\s\S]*?)\r?\n?---\r?\n/.exec(text) ?? [];
  if (head === undefined) throw new Error(`${file} does not start with packages between two lines of ---.`);
  const lines = head.split(/\r?\n/).filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [, name, bump] = /^["']?([^"':]+)["']?: *(\w+)$/.exec(line) ?? [];
      if (name === undefined || !bumps.includes(bump as Bump)) {
        throw new Error(`${file}: "${line}" should be a package and patch, minor or major.`);
      }
      return [name, bump as Bump];
    }),
  );
}

/** The larger of two. */
export function larger(a: Bump, b: Bump): Bump {
  return bumps.indexOf(a) >= bumps.indexOf(b) ? a : b;
}

/** How much one of some packages rises at most. */
export function bumpOf(names: ReadonlySet<string>, changesets: readonly Changeset[]): Bump {
  const named = changesets.flatMap(({ releases }) => [...releases].filter(([name]) => names.has(name)));
  return named.reduce<Bump>((most, [, bump]) => larger(most, bump), "none");
}

/** The packages of the workspace that a command's bundle holds: all that it reaches, other than as an optional peer. */
export function bundledPackages(command: string, packages: readonly Package[]): Set<string> {
  const reached = new Set([command]);
  for (const name of reached) {
    const { manifest } = packages.find(({ manifest }) => manifest.name === name) ?? {};
    const own = { ...manifest?.dependencies, ...(name === command && manifest?.devDependencies) };
    for (const dependency of Object.keys(own)) {
      if (packages.some(({ manifest }) => manifest.name === dependency)) reached.add(dependency);
    }
  }
  reached.delete(command);
  return reached;
}

/** Let the next release contain each command whose bundle changes. Returns the files it wrote, as paths from the root. */
export function followBundles(root: string, packages: readonly Package[]): string[] {
  const changesets = readChangesets(root);
  return packages
    .filter(({ manifest }) => manifest.bin !== undefined && manifest.private !== true)
    .flatMap(({ manifest: { name } }) => {
      const bundled = bundledPackages(name, packages);
      const own = bumpOf(new Set([name]), changesets);
      const needed = bumpOf(bundled, changesets);
      if (larger(own, needed) === own) return [];
      const named = [...bundled].filter((one) => bumpOf(new Set([one]), changesets) !== "none").sort();
      const file = `.changeset/bundle-of-${name.replaceAll(/\W+/g, "-")}.md`;
      const text = `---\n"${name}": ${needed}\n---\n\nContains the new versions of ${named.join(", ")}.\n`;
      writeFileSync(join(root, file), text);
      return [file];
    });
}
