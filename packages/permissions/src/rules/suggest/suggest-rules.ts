import { protectedReason } from "@holdall/sandbox/port";
import { factsOf, type ProgramCall } from "@holdall/shell-analysis";
import { type Access, type ApprovalRequest, dirname, isWithin, type Path, relativePath } from "@holdall/tool-core";
import { unknownReasonOf } from "../../_command-facts.ts";
import { namingWords } from "../../_naming-words.ts";
import type { Grant } from "../../grants.ts";
import { compileCommandRule } from "../commands/command-rule.ts";
import { isMcpTool } from "../mcp-tool.ts";

type RequestedAccess = Pick<ApprovalRequest, "access"> & Partial<Pick<ApprovalRequest, "tool">>;

/**
 * Suggest at most five grants that would have allowed a request and are narrow enough to be given with one click. A program is
 * bound to the folder of the request; a script and a deleted file to their current content. A program that runs its arguments,
 * or that is not known, gets no rule wider than the command itself. Changes of protected paths get none. A tool of an MCP server
 * gets its name, for the program or URL that the server is now.
 */
export function suggestGrants({ access, tool }: RequestedAccess, roots: readonly Path[] = []): Grant[] {
  const grants = access.flatMap((each): Grant[] => {
    const { action, target, cwd, version } = each;
    if (action === "execute" && target.startsWith("mcp:"))
      return tool && isMcpTool(tool) ? [{ rule: tool, ...(version !== undefined && { version }) }] : [];
    return rulesFor(each, roots).map((rule) => ({
      rule,
      ...(action === "execute" && cwd !== undefined && { cwd }),
      ...((action === "execute" || action === "delete") && version !== undefined && { version }),
    }));
  });
  return [...new Map(grants.map((grant) => [JSON.stringify(grant), grant])).values()].slice(0, 5);
}

/** The rules of these grants, in words. */
export const suggestRules = (request: RequestedAccess, roots: readonly Path[] = []): string[] => [
  ...new Set(suggestGrants(request, roots).map(({ rule }) => rule)),
];

function rulesFor(access: Access, roots: readonly Path[]): string[] {
  const { action, target } = access;
  // Leaving the sandbox asks each time, unless a rule for it was written by hand.
  if (action === "execute" && target.startsWith("sandbox:"))
    return target === "sandbox:all" || target === "sandbox:unprotected" ? [] : [`bash(${target})`];
  // Nor is a call repeated, or an agent started, by a rule of one click.
  if (action === "execute" && /^(repeat|agent):/.test(target)) return [];
  if (action === "execute") return commandRules(access);
  if (action === "network" && target.startsWith("database:")) return [`query_data(${target})`];
  if (action === "network") return [`web_fetch(domain:${target.replace(/^[a-z]+:\/\//i, "").replace(/\/.*$/, "")})`];
  if (action !== "read" && action !== "write" && action !== "delete") return [];
  // No click allows to change everything: it may stand for what is only known when the command runs.
  // Nor is one path that can run code, or decide what runs, granted with others, nor for what it will hold later.
  if (action !== "read" && protectedReason(target, roots) !== undefined) return [];
  if (action !== "read" && (target === "/" || roots.some((root) => isWithin(root, target as Path)))) return [];
  const tool = { read: "read_file", write: "write_file", delete: "delete_file" }[action];
  const root = roots.find((each) => isWithin(target as Path, each));
  if (root === undefined) return [`${tool}(/${target})`];
  const folder = dirname(target as Path);
  return [
    folder === root || action === "delete"
      ? `${tool}(/${relativePath(target as Path, root)})`
      : `${tool}(/${relativePath(folder, root)}/**)`,
  ];
}

function commandRules(access: Access): string[] {
  if (unknownReasonOf(access)) return [];
  const { programs } = factsOf(access);
  const [outer] = programs[0]?.wrappers ?? [];
  const added = programs.some(({ wrappers }) => wrappers.some(({ risks }) => risks.length > 0));
  // A star would stand for other words, and brackets for the end of the rule.
  if (outer && added) return /[*()]/.test(outer.text) ? [] : [`bash(${outer.text})`];
  return programs.flatMap(ruleFor).map((rule) => `bash(${rule})`);
}

/** What allows one program: its first words, or all of them where these decide what it does. */
function ruleFor(program: ProgramCall): string[] {
  const { argv, text, risks, helper, discards } = program;
  if (helper) return [];
  const words = risks.length === 0 && discards === undefined ? namingWords(argv) : undefined;
  if (words) return [`${words.join(" ")}:*`];
  if (/[*()]/.test(text)) return [];
  return compileCommandRule(text)(program)?.uncovered.length === 0 ? [text] : [];
}
