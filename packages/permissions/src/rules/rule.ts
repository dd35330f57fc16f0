import { type Access, ToolError } from "@holdall/tool-core";
import { isRecipientRule } from "./recipient-rule.ts";

/** One permission rule: `bash`, `bash(git status:*)`, `write_file(src/**)`, `web_fetch(domain:example.com)`, `mcp__github__*`. */
export interface Rule {
  /** The rule as written. */
  readonly text: string;
  /** The tool it names, in any spelling; `*` stands for any part of a name. */
  readonly tool: string;
  /** What is between the brackets; absent for every call of the tool. */
  readonly specifier?: string;
  /** The action that the specifier speaks of, whichever tool does it. */
  readonly action?: Access["action"];
}

/** Tools by what a specifier of theirs means. A rule about reading holds for every tool that reads, `cat` in a shell included. */
const families: readonly (readonly [action: Access["action"], names: RegExp])[] = [
  ["execute", /^(bash|shell|execute|executecommand|runcommand|runterminalcmd)$/],
  ["read", /^(read|readfile|glob|globfiles|grep|grepfiles|ls|listfiles|listdirectory|fileinfo)$/],
  [
    "write",
    /^(write|writefile|edit|editfile|multiedit|appendfile|applypatch|editnotebook|notebookedit|createdirectory|movefile)$/,
  ],
  ["delete", /^(delete|deletefile)$/],
  ["network", /^(network|webfetch|fetchurl|websearch|scrapepage)$/],
  ["message", /^(message|sendemail|sendmessage|sendfile)$/],
  ["spend", /^(spend|stockquote|cryptoprice|exchangerate)$/],
];

/** Read a rule. Throws `invalid_input` with what to write instead. */
export function parseRule(text: string): Rule {
  const written = text.trim();
  const [, tool = "", brackets, specifier = ""] = /^([\w*.-]+)\s*(\((.*)\))?$/s.exec(written) ?? [];
  if (tool === "")
    throw wrong(
      text,
      "is not a tool's name with a specifier in parentheses",
      "Write tool or tool(specifier), such as bash(git status:*).",
    );
  const folded = tool.replace(/[_-]/g, "").toLowerCase();
  // Of this tool, only the databases are named by a rule; its files are those of rules about reading.
  const isDatabase = folded === "querydata" && /^database:[\w-]+$/.test(specifier.trim());
  const action = isDatabase ? "network" : families.find(([, names]) => names.test(folded))?.[0];
  if (brackets === undefined) return { text: written, tool, ...(action && { action }) };
  if (specifier.trim() === "")
    throw wrong(text, "has empty parentheses", `Write ${tool} for every call, or name what it may touch.`);
  if (!action)
    throw wrong(
      text,
      `gives ${tool} a specifier, which that tool does not accept`,
      `Write ${tool} alone, or a rule for bash, read_file, write_file, delete_file, web_fetch or send_email.`,
    );
  if (action === "network" && !isDatabase && !specifier.startsWith("domain:"))
    throw wrong(text, "does not say which domain", `Write ${tool}(domain:example.com).`);
  if (action === "message" && !isRecipientRule(specifier.trim()))
    throw wrong(
      text,
      "does not name a recipient",
      `Write ${tool}(to:*@example.com), ${tool}(to:ann@example.com) or ${tool}(channel:ops).`,
    );
  if (action === "spend" && !/^provider:\s*\S+$/.test(specifier.trim()))
    throw wrong(text, "does not name a provider", `Write ${tool}(provider:NAME).`);
  if (action === "execute" && specifier.indexOf(":*") >= 0 && !specifier.endsWith(":*"))
    throw wrong(text, "has :* before its end", "Put :* last, to match everything that begins with the text before it.");
  return { text: written, tool, specifier: specifier.trim(), action };
}

const wrong = (text: string, what: string, hint: string) =>
  new ToolError("invalid_input", `The rule ${text} ${what}.`, { hint, data: { rule: text } });
