import { readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

export interface RegistryFile {
  readonly path: string;
  readonly type: "registry:component" | "registry:file";
  readonly target: string;
  readonly content: string;
}

/** An item as https://ui.shadcn.com/schema/registry-item.json describes it. */
export interface RegistryItem {
  readonly $schema: string;
  readonly name: string;
  readonly type: "registry:component";
  readonly title: string;
  readonly description: string;
  readonly dependencies: readonly string[];
  readonly files: readonly RegistryFile[];
}

/** Components that can be copied alone, by module below `src`. */
export type RegistryModules = Readonly<Record<string, { readonly title: string; readonly description: string }>>;

const place = "components/holdall";

/** The items of the registry: each with its module first, all modules that it imports, and the styles. */
export function registryItems(source: string, version: string, offered: RegistryModules): RegistryItem[] {
  return Object.entries(offered).map(([module, { title, description }]) => {
    const modules = modulesOf(source, module);
    const contents = modules.map((path) => readFileSync(join(source, path), "utf8"));
    const packages = new Set(contents.flatMap(packagesIn).filter((name) => name !== "react"));
    return {
      $schema: "https://ui.shadcn.com/schema/registry-item.json",
      name: basename(module, ".tsx"),
      type: "registry:component",
      title,
      description,
      dependencies: [...packages].sort().map((name) => `${name}@${version}`),
      files: [
        ...modules.map(
          (path, at): RegistryFile => ({
            path: `${place}/${path}`,
            type: "registry:component",
            target: `${place}/${path}`,
            // Projects without `allowImportingTsExtensions` reject extensions.
            content: (contents[at] ?? "").replace(/(from "\.{1,2}\/[^"]+?)\.tsx?"/g, '$1"'),
          }),
        ),
        {
          path: `${place}/styles.css`,
          type: "registry:file",
          target: `${place}/styles.css`,
          content: readFileSync(join(source, "styles.css"), "utf8"),
        },
      ],
    };
  });
}

const importsIn = (text: string): string[] => [...text.matchAll(/from "([^"]+)"/g)].map(([, name = ""]) => name);

/** Packages of ours and of others, without the entry of them that is imported. */
const packagesIn = (text: string): string[] =>
  importsIn(text)
    .filter((name) => !name.startsWith("."))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);

/** A module and what it imports of its package, each once. */
function modulesOf(source: string, first: string): string[] {
  const found = new Set([first]);
  for (const path of found) {
    const text = readFileSync(join(source, path), "utf8");
    for (const name of importsIn(text))
      if (name.startsWith(".")) found.add(relative(source, join(source, dirname(path), name)).replaceAll("\\", "/"));
  }
  return [...found];
}
