import { type ApprovalRequest, dirname, isWithin, type Path, relativePath } from "@holdall/tool-core";
import { doubtOf, programsOf } from "./_command-facts.ts";

/** Programs whose first words say what they do. */
const subcommands: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    "git npm pnpm yarn bun cargo go pip pip3 docker kubectl gh brew apt terraform poetry uv deno dotnet make mvn gradle"
      .split(" ")
      .map((name) => [name, 2]),
  ),
  "npm run": 3,
  "pnpm run": 3,
  "yarn run": 3,
  "docker compose": 3,
  "uv run": 3,
};

/**
 * The rules that would have allowed a request, narrow enough to be granted with a click: at most five. A command with
 * risky arguments gets none wider than itself.
 */
export function suggestRules({ access }: Pick<ApprovalRequest, "access">, roots: readonly Path[] = []): string[] {
  const rules = access.flatMap(({ action, target }): string[] => {
    // Leaving the sandbox is asked about each time, unless somebody writes the rule for it by hand.
    if (action === "execute" && target.startsWith("sandbox:"))
      return target === "sandbox:all" ? [] : [`bash(${target})`];
    if (action === "execute") return commandRules(target);
    if (action === "network") return [`web_fetch(domain:${target.replace(/^[a-z]+:\/\//i, "").replace(/\/.*$/, "")})`];
    if (action !== "read" && action !== "write" && action !== "delete") return [];
    const tool = { read: "read_file", write: "write_file", delete: "delete_file" }[action];
    const root = roots.find((each) => isWithin(target as Path, each));
    if (root === undefined) return [`${tool}(/${target})`];
    const folder = dirname(target as Path);
    return [
      folder === root || action === "delete"
        ? `${tool}(/${relativePath(target as Path, root)})`
        : `${tool}(/${relativePath(folder, root)}/**)`,
    ];
  });
  return [...new Set(rules)].slice(0, 5);
}

function commandRules(text: string): string[] {
  const [program] = programsOf(text);
  if (!program || doubtOf(text) || program.helper || /[()]/.test(program.text)) return [];
  const { argv, risks } = program;
  if (risks.length > 0) return [`bash(${program.text})`];
  const length = subcommands[argv.slice(0, 2).join(" ")] ?? subcommands[argv[0] ?? ""] ?? 1;
  const words = argv.slice(0, length);
  const named = words.findIndex((word, i) => i > 0 && word.startsWith("-"));
  const prefix = named < 0 ? words : words.slice(0, named);
  return [`bash(${prefix.join(" ")}:*)`];
}
