/** Lock files and others that a program writes as a whole: lines of two of its results do not add up to a third. */
const names = new Set([
  ...["package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb", "deno.lock"],
  ...["Cargo.lock", "poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock", "pixi.lock", "composer.lock", "Gemfile.lock"],
  ...["go.sum", "mix.lock", "pubspec.lock", "flake.lock", "Podfile.lock", "Package.resolved", "packages.lock.json"],
  ...["gradle.lockfile", ".terraform.lock.hcl", "Manifest.toml"],
]);

/** Whether a file is generated, by its name. */
export function isGenerated(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return names.has(name) || /\.(?:min\.(?:js|css)|(?:js|css|mjs|cjs)\.map)$/.test(name);
}
