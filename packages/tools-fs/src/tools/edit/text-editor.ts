import { type ContentPart, contentText, defineTool, type Schema, type Tool, ToolError, text } from "@holdall/tool-core";
import * as z from "zod";
import { type EditorCommand, editorCommands } from "../../aliases/text-editor.ts";

const all = Object.keys(editorCommands) as [string, ...string[]];
const full = z.object({
  command: z.enum(all),
  path: z.string(),
  view_range: z.array(z.int()).length(2).optional().describe("view: first and last line, -1 for the end"),
  file_text: z.string().optional().describe("create: the content"),
  old_str: z.string().optional().describe("str_replace: text that occurs once"),
  new_str: z.string().optional().describe("str_replace: the new text"),
  insert_line: z.int().min(0).optional().describe("insert: the line to insert after, 0 for the start"),
  insert_text: z.string().optional().describe("insert: the new lines"),
});
const viewing = full.pick({ path: true, view_range: true }).extend({ command: z.enum(["view"]) });

export type TextEditorInput = z.infer<typeof full>;

export interface TextEditorOutput {
  readonly command: string;
  readonly path: string;
  /** The tool that did it, and its output. */
  readonly tool: string;
  readonly output: unknown;
  /** The content for the model. */
  readonly content: readonly ContentPart[];
}

/**
 * Create `str_replace_based_edit_tool`, the text editor that Anthropic's models were trained with, with its own parameters and
 * results. Every command calls a file tool of the session, so policy, guards and undo are those of that tool.
 */
export function textEditor({
  readOnly = false,
}: {
  /** Only the command `view`. */
  readonly readOnly?: boolean;
} = {}): Tool<TextEditorInput, TextEditorOutput, "str_replace_based_edit_tool", TextEditorInput> {
  const input: Schema<TextEditorInput, TextEditorInput> = readOnly ? viewing : full;
  return defineTool({
    name: "str_replace_based_edit_tool",
    title: "Text editor",
    category: "filesystem",
    description: readOnly
      ? "Anthropic's text editor: view files and folders."
      : "Anthropic's text editor: view, create and change text files.",
    examples: ["view a file", "replace a string in a file", "insert lines"],
    input,
    aliases: {
      claude: { name: "str_replace_based_edit_tool" },
      camel: { name: "strReplaceBasedEditTool" },
      names: ["str_replace_editor", "str_replace_based_editor", "text_editor"],
    },
    hints: { readOnly, destructive: !readOnly, idempotent: readOnly, openWorld: false },
    program: "never",
    previews: true,
    access: () => [],
    forwards: (call) => {
      const { tool, input: read } = commandOf(call);
      return { name: tool, input: read(call) };
    },
    async execute(call, ctx) {
      const { tool, required = [], input: read, done } = commandOf(call);
      const missing = required.find((key) => call[key as keyof TextEditorInput] === undefined);
      if (missing !== undefined) {
        throw new ToolError("invalid_input", `The command ${call.command} needs ${missing}.`, {
          hint: `Call again with command "${call.command}", path "${call.path}" and ${missing}.`,
        });
      }
      const result = await ctx.call(tool, read(call), {
        // Who is asked about this call answers for the one that it makes.
        approve: (caller) => (request, signal) => caller({ ...request, callId: ctx.callId }, signal),
      });
      if (!result.ok) throw (await import("../../aliases/editor-errors.ts")).asEditor(result.error);
      const content = done ? withHead(done(call), result.content) : result.content;
      return { command: call.command, path: call.path, tool, output: result.output, content };
    },
    render: ({ content }) => content,
  });
}

/** The schema allows only commands of the table. */
const commandOf = ({ command }: TextEditorInput): EditorCommand => editorCommands[command] as EditorCommand;

/** The content with another first line. */
function withHead(head: string, content: readonly ContentPart[]): readonly ContentPart[] {
  const said = contentText(content);
  const end = said.indexOf("\n");
  return [text(end < 0 ? head : head + said.slice(end)), ...content.filter(({ type }) => type !== "text")];
}
