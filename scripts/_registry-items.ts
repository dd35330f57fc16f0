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

/** Components that can be copied alone, by their module. */
const offered: Readonly<Record<string, readonly [title: string, description: string]>> = {
  "ask/approval-form.tsx": ["Approval form", "What a call wants to do, and the answers a person can give."],
  "parts/block.tsx": ["Block", "One block of a call: code, a diff, a terminal, matches, todos, an agent and others."],
  "call/call-list.tsx": ["Call list", "Calls below the calls that made them; those of an agent fold away."],
  "lists/checkpoint-list.tsx": ["Checkpoint list", "Checkpoints to choose from, the newest first."],
  "ask/plan-form.tsx": ["Plan form", "A plan to approve, to change or to decline."],
  "ask/question-form.tsx": ["Question form", "One to four questions with options and a place for other words."],
  "ask/restore-form.tsx": ["Restore form", "What restoring a checkpoint would do, before it is done."],
  "lists/run-list.tsx": ["Run list", "Runs of a durable engine: steps, state, and forms for what they wait for."],
  "call/tool-call.tsx": ["Tool call", "One call: a line, and below it what the person opens."],
  "call/tool-part.tsx": ["Tool part", "A tool call in a chat of the AI SDK."],
};

const place = "components/holdall";

/** The items of the registry: each with all modules that it imports, and with the styles. */
export function registryItems(source: string, version: string): RegistryItem[] {
  return Object.entries(offered).map(([module, [title, description]]) => {
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
            // Projects without `allowImportingTsExtensions` want none.
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
