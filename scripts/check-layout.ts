import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import {
  countLines,
  isTest,
  type Package,
  type Report,
  readWorkspace,
  runCheck,
  show,
  sourcesOf,
} from "./_workspace.ts";

const topLevel = new Set(
  (
    "package.json pnpm-workspace.yaml pnpm-lock.yaml tsconfig.base.json tsconfig.json vitest.config.ts " +
    "biome.json knip.json .changeset .ci .git .github .gitattributes .gitignore packages apps examples docs scripts bench eval " +
    // What registries, hosts and container engines read about the command.
    "deploy " +
    "README.md CONTRIBUTING.md RELEASING.md SECURITY.md CHANGELOG.md AGENTS.md CLAUDE.md LICENSE node_modules coverage"
  ).split(" "),
);
const inPackage = new Set([
  "package.json",
  "README.md",
  "CHANGELOG.md",
  "src",
  "tsconfig.json",
  "node_modules",
  "dist",
]);
const inApp = new Set([...inPackage, "index.html", "public", "vite.config.ts", "THIRD_PARTY_LICENSES"]);
const maxLines = 400;

/** Files stand where everybody expects them, are small, and say what they are by their name. */
export function checkLayout(root: string): Report {
  const packages = readWorkspace(root);
  const problems = [
    ...readdirSync(root)
      .filter((name) => !topLevel.has(name))
      .map(
        (name) =>
          `${name} is not a known top-level name. Move it, or add it to \`topLevel\` in scripts/check-layout.ts with a reason.`,
      ),
    ...packages.filter(({ folder }) => !folder.startsWith("examples/")).flatMap((pkg) => checkPackage(pkg, root)),
  ];
  return { looked: `${packages.length} packages hold what a package holds`, problems };
}

function checkPackage(pkg: Package, root: string): string[] {
  const { dir, folder } = pkg;
  const allowed = folder.startsWith("apps/") ? inApp : inPackage;
  const strangers = readdirSync(dir).filter((name) => !allowed.has(name));
  const index = join(dir, "src/index.ts");
  return [
    ...strangers.map(
      (name) =>
        `${folder}/${name}: a package holds only ${[...allowed].slice(0, 5).join(", ")}. Move it below src/ or delete it.`,
    ),
    ...(folder.startsWith("packages/") && !existsSync(join(dir, "README.md"))
      ? [`${folder}/README.md is missing.`]
      : []),
    ...(existsSync(index) ? checkIndex(readFileSync(index, "utf8"), show(index, root)) : []),
    ...sourcesOf(pkg).flatMap((file) => checkFile(file, show(file, root))),
  ];
}

/** `src/index.ts` holds named re-exports and nothing else. */
function checkIndex(text: string, file: string): string[] {
  const rest = text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
    .replace(/export\s+(?:type\s+)?\{[^}]*\}\s+from\s+"[^"]+";?/g, "")
    .trim();
  if (rest === "") return [];
  const first = rest.split("\n")[0];
  return [
    `${file} may hold only \`export { name } from "./file.ts"\` lines, but has: ${first}. Move code to its own file and re-export names.`,
  ];
}

function checkFile(path: string, file: string): string[] {
  const text = readFileSync(path, "utf8");
  const name = basename(path).replace(/\.(tsx?|d\.ts)$/, "");
  const lines = countLines(text);
  return [
    ...(/^_?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z-]+)*$/.test(name)
      ? []
      : [`${file}: name files in kebab-case (a leading _ marks private helpers).`]),
    ...(lines > maxLines
      ? [`${file} has ${lines} lines, more than ${maxLines}. Split it by what the parts are about.`]
      : []),
    ...(/^export default\b/m.test(text) ? [`${file} has a default export. Give the export a name.`] : []),
    ...(isTest(path) ? checkTest(text, file) : []),
  ];
}

/** A test file runs everything it holds, or says why not. */
function checkTest(text: string, file: string): string[] {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    const at = `${file}:${index + 1}`;
    if (/\b(test|it|describe)(\.\w+)*\.only\b/.test(line)) return [`${at}: remove .only, it hides every other test.`];
    const excused = line.includes("//") || (lines[index - 1] ?? "").trim().startsWith("//");
    if (/\b(test|it|describe)(\.\w+)*\.(skip|todo|skipIf|runIf)\b/.test(line) && !excused) {
      return [`${at}: a skipped test needs its reason as a // comment on the same line or the line before.`];
    }
    return [];
  });
}

if (import.meta.main) await runCheck("layout", checkLayout);
