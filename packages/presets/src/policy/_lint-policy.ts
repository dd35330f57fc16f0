import type { Policy } from "@holdall/tool-core";

/**
 * Which linters run: those that only read, freely; those that run code of the project, after approval. An approval
 * covers the current configuration and packages.
 */
export const lintPolicy: Policy = ({ tool, access }) => {
  if (tool.name !== "read_lints" || access?.action !== "execute") return undefined;
  if (access.target === "linters") return { effect: "allow" };
  const [, kind, name] = /^(linter|project-linter):(.+)$/.exec(access.target) ?? [];
  if (kind === "linter") return { effect: "allow" };
  if (kind === undefined) return undefined;
  return { effect: "ask", prompt: `${tool.title}: run ${name} in ${access.cwd}, which runs code of the project` };
};
