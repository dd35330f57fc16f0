import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { root } from "./blocks.ts";
import { type Declaration, exportsOf } from "./declarations.ts";
import type { ReadmePage } from "./readmes.ts";

interface Manifest {
  readonly name: string;
  readonly description?: string;
  readonly exports?: Readonly<Record<string, unknown>>;
}

/** The API reference: a page for each package, from the declarations that the compiler writes of its sources. */
export function apiPages(): readonly ReadmePage[] {
  const out = mkdtempSync(join(tmpdir(), "holdall-api-"));
  try {
    emitDeclarations(out);
    return globSync("packages/*/package.json", { cwd: root })
      .sort()
      .map((file) => apiPage(dirname(file), out));
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** What is wrong with types is said by the type check, so that this need not take its time. */
function emitDeclarations(out: string): void {
  const compilerOptions = {
    noEmit: false,
    emitDeclarationOnly: true,
    declaration: true,
    noCheck: true,
    rootDir: root,
    outDir: out,
    typeRoots: [join(root, "node_modules/@types")],
  };
  const include = [join(root, "packages/*/src")];
  const exclude = ["test", "fixture", "browser"].map((kind) => join(root, `packages/*/src/**/*.${kind}.*`));
  const project = join(out, "tsconfig.json");
  writeFileSync(project, JSON.stringify({ extends: join(root, "tsconfig.json"), compilerOptions, include, exclude }));
  execFileSync(process.execPath, [join(root, "node_modules/typescript/lib/tsc.js"), "-p", project], {
    stdio: "inherit",
  });
}

function apiPage(folder: string, out: string): ReadmePage {
  const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;
  const entries = Object.entries(manifest.exports ?? {}).flatMap(([entry, source]) =>
    typeof source === "string" && /\.tsx?$/.test(source) && !/fixture/.test(source)
      ? [[entry, join(out, folder, source.replace(/\.tsx?$/, ".d.ts"))] as const]
      : [],
  );
  const name = basename(folder);
  const chapters = entries.map(([entry, file]) => {
    const specifier = entry === "." ? manifest.name : `${manifest.name}${entry.slice(1)}`;
    return `## ${specifier}\n\n${exportsOf(file).map(section).join("\n\n")}\n`;
  });
  const about = `${manifest.description ?? ""}. Guide and options: [${name}](../packages/${name}.md).`;
  return {
    page: `api/${name}.md`,
    title: manifest.name,
    text: `# ${manifest.name} API\n\n${about}\n\n${chapters.join("\n")}`,
  };
}

/** One export: its name, what its comment says, and its declaration. */
function section({ name, doc, code }: Declaration): string {
  return [`### ${name}`, ...(doc ? ["::: v-pre", prose(doc), ":::"] : []), `\`\`\`ts\n${code}\n\`\`\``].join("\n\n");
}

/** A comment as Markdown: links of comments become code, and what would be HTML stays text. */
function prose(doc: string): string {
  return doc
    .replace(/\{@link(?:code|plain)?\s+([^}|\s]+)[^}]*\}/g, "`$1`")
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? part : part.replaceAll("<", "&lt;").replaceAll("[", "\\[")))
    .join("")
    .replace(/^@(\w+)/gm, "**$1**");
}
