import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Metafile } from "esbuild";
import { type Manifest, readJson } from "./_workspace.ts";

/** Licenses that ask for no more than that their text goes along. */
const permissive = new Set(["MIT", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "BlueOak-1.0.0"]);

interface ThirdParty {
  readonly name: string;
  readonly license: string;
  readonly text: string;
}

/** The licenses of everything in a bundle that is not of this workspace, one section a text. Throws for one that is not permissive. */
export function licensesOf({ outputs }: Metafile, from: string): string {
  const modules = new Set(Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs)));
  const folders = new Set<string>();
  for (const module of modules) {
    const [, folder] = /^(?:[\w-]+:)?(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module) ?? [];
    if (folder !== undefined) folders.add(resolve(from, folder));
  }
  const byText = Map.groupBy([...folders].map(readLicense), ({ text }) => text);
  const sections = [...byText].map(([text, parties]) => {
    const names = [...new Set(parties.map(({ name, license }) => `${name} (${license})`))].sort();
    return `${names.join("\n")}\n\n${text}`;
  });
  const rule = `\n\n${"-".repeat(80)}\n\n`;
  return `The command \`holdall\` contains these packages:\n\n${sections.sort().join(rule)}\n`;
}

function readLicense(folder: string): ThirdParty {
  const manifest = readJson<Manifest & { license?: string }>(join(folder, "package.json"));
  const { license = "none" } = manifest;
  const name = `${manifest.name} ${manifest.version}`;
  if (!license.split(/ OR |[()]/).some((choice) => permissive.has(choice))) {
    throw new Error(`${name} has the license ${license}. Use another package, or add it to \`permissive\`.`);
  }
  const files = globSync("{LICEN[SC]E,COPYING,NOTICE,licen[sc]e}*", { cwd: folder }).sort();
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim());
  return {
    name,
    license,
    text: texts.join("\n\n") || `The package has no file with the text of its license, ${license}.`,
  };
}
