import type { ToolKind } from "@agentclientprotocol/sdk";
import { canonicalName } from "@holdall/call-view";

/** How an editor shows a call: by its tool, else by the category of the tool. */
export function kindOf(tool: string, category: string): ToolKind {
  return byTool[canonicalName(tool)] ?? byCategory[category] ?? "other";
}

// Keys are folded names, as canonicalName gives them.
const byTool: Readonly<Record<string, ToolKind>> = Object.fromEntries(
  (
    [
      ["read", ["read_file", "file_info", "list_directory", "list_files", "extract_pdf", "read_lints", "load_skill"]],
      [
        "edit",
        [
          "write_file",
          "append_file",
          "edit_file",
          "multi_edit",
          "apply_patch",
          "edit_notebook",
          "create_directory",
          "undo",
          "str_replace_based_edit_tool",
        ],
      ],
      ["delete", ["delete_file"]],
      ["move", ["move_file"]],
      ["search", ["glob_files", "grep_files", "tool_search", "search_code", "web_search"]],
      ["switch_mode", ["enter_plan_mode", "exit_plan_mode"]],
      ["think", ["think", "todo_write", "todo_read", "task"]],
    ] as const
  ).flatMap(([kind, names]) => names.map((name) => [canonicalName(name), kind])),
);

const byCategory: Readonly<Record<string, ToolKind>> = {
  filesystem: "read",
  code: "search",
  shell: "execute",
  tasks: "execute",
  programs: "execute",
  web: "fetch",
  discovery: "search",
  planning: "think",
};
