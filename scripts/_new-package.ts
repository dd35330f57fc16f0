interface PackageOptions {
  description: string;
  peerDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  dependencies?: Record<string, string>;
}

/** The four files that every package starts with, by path; sources come on top. */
export function packageFiles(folder: string, { description, ...dependencies }: PackageOptions): Record<string, string> {
  const manifest = {
    name: `@holdall/${folder}`,
    version: "0.0.0",
    description,
    keywords: ["ai", "agent", "holdall", folder],
    homepage: `https://github.com/holdall/holdall/tree/main/packages/${folder}#readme`,
    bugs: { url: "https://github.com/holdall/holdall/issues" },
    license: "MIT",
    author: "Holdall contributors",
    type: "module",
    sideEffects: false,
    engines: { node: ">=22.19" },
    repository: { type: "git", url: "git+https://github.com/holdall/holdall.git", directory: `packages/${folder}` },
    files: ["dist", "src", "!**/*.test.*", "!**/*.fixture.*", "!**/*fixtures/**"],
    exports: { ".": "./src/index.ts" },
    publishConfig: {
      access: "public",
      exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    },
    ...dependencies,
  };
  return {
    [`packages/${folder}/package.json`]: `${JSON.stringify(manifest, null, 2)}\n`,
    [`packages/${folder}/tsconfig.json`]: '{ "extends": "../../tsconfig.base.json" }\n',
  };
}

/** `copy-file` as `copyFile`. */
export function camel(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `copy-file` as `CopyFile`. */
export function pascal(name: string): string {
  return camel(name).replace(/^./, (letter) => letter.toUpperCase());
}
