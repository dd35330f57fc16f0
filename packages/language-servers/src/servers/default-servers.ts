import { findProgram } from "@holdall/tool-kit/node";
import type { ServerDefinition, ServerPlace } from "../server-definition.ts";
import { findTypescript } from "./find-typescript.ts";

/** The first of some programs that is on the host's `PATH`, outside of the project, with its arguments. */
export const onPath =
  (...commands: readonly (readonly [program: string, ...args: string[]])[]) =>
  ({ roots }: ServerPlace): readonly string[] | undefined => {
    for (const [program, ...args] of commands) {
      const file = findProgram(program, { outside: roots });
      if (file) return [file, ...args];
    }
    return undefined;
  };

/** TypeScript 7's own server, for TypeScript and JavaScript: the one that this installation has, else that on the `PATH`. */
export const typescriptServer: ServerDefinition = {
  name: "typescript",
  languages: {
    ...{ ts: "typescript", mts: "typescript", cts: "typescript", tsx: "typescriptreact" },
    ...{ js: "javascript", mjs: "javascript", cjs: "javascript", jsx: "javascriptreact" },
  },
  command: async (place) => {
    const program = await findTypescript(place);
    return program && [...program, "--lsp", "--stdio"];
  },
  projectFiles: ["tsconfig.json", "jsconfig.json"],
  watches: /^([tj]sconfig.*|package)\.json$|\.json$/,
  install: "Install TypeScript 7 beside Holdall: npm install typescript@7.",
};

/** basedpyright or pyright from the `PATH`. */
export const pythonServer: ServerDefinition = {
  name: "pyright",
  languages: { py: "python", pyi: "python" },
  command: onPath(["pyright-langserver", "--stdio"], ["basedpyright-langserver", "--stdio"]),
  projectFiles: ["pyrightconfig.json", "pyproject.toml", "setup.py", "setup.cfg"],
  watches: /^(pyrightconfig\.json|pyproject\.toml|setup\.(py|cfg))$/,
  settings: { python: { analysis: { diagnosticMode: "openFilesOnly", useLibraryCodeForTypes: true } } },
  isWhole: true,
  pullsDiagnostics: true,
  install: "npm install --global pyright",
};

/** bash-language-server from the `PATH`, which uses shellcheck if it is installed. */
export const bashServer: ServerDefinition = {
  name: "bash",
  languages: { sh: "shellscript", bash: "shellscript" },
  command: onPath(["bash-language-server", "start"]),
  install: "npm install --global bash-language-server",
};

/** yaml-language-server from the `PATH`. It fetches no schemas. */
export const yamlServer: ServerDefinition = {
  name: "yaml",
  languages: { yaml: "yaml", yml: "yaml" },
  command: onPath(["yaml-language-server", "--stdio"]),
  settings: { yaml: { schemaStore: { enable: false }, validate: true } },
  install: "npm install --global yaml-language-server",
};

/** The JSON server of vscode-langservers-extracted from the `PATH`. */
export const jsonServer: ServerDefinition = {
  name: "json",
  languages: { json: "json", jsonc: "jsonc" },
  command: onPath(["vscode-json-language-server", "--stdio"], ["vscode-json-languageserver", "--stdio"]),
  initializationOptions: { provideFormatter: false, handledSchemaProtocols: ["file"] },
  install: "npm install --global vscode-langservers-extracted",
};

/** The default servers. Each is started when it is first needed, and nothing is downloaded. */
export const defaultServers: readonly ServerDefinition[] = [
  typescriptServer,
  pythonServer,
  bashServer,
  yamlServer,
  jsonServer,
];
