import { defaultServers, localPrograms, type ServerDefinition } from "@holdall/language-servers";
import { toPath } from "@holdall/tool-core";
import type { Finding } from "./finding.ts";

const linters = ["biome", "oxlint", "eslint", "ruff", "mypy", "pyright", "shellcheck", "go", "cargo"];

/** Language servers and linters that a root finds. None is started. */
export async function checkPrograms(root: string): Promise<Finding[]> {
  const roots = [root];
  const servers = await namesOf(defaultServers, ({ command }: ServerDefinition) =>
    typeof command === "function" ? command({ roots }) : command,
  );
  const programs = localPrograms({ roots });
  const found = await namesOf(
    linters.map((name) => ({ name })),
    ({ name }) => programs.find(name, toPath(root)),
  );
  return [
    {
      name: "language servers",
      state: servers.length > 0 ? "works" : "missing",
      text: servers.join(", ") || "none found; definitions, references and calls come from the index alone",
      ...(servers.length === 0 && { fix: defaultServers[0]!.install ?? "install one" }),
    },
    {
      name: "linters",
      state: found.length > 0 ? "works" : "missing",
      text: found.join(", ") || "none found for read_lints",
    },
  ];
}

async function namesOf<T extends { readonly name: string }>(
  all: readonly T[],
  find: (one: T) => unknown,
): Promise<string[]> {
  const found = await Promise.all(all.map(async (one) => ((await find(one)) === undefined ? [] : [one.name])));
  return found.flat();
}
