import { ToolError } from "@holdall/tool-core";

/** A command that holds a placeholder of a hidden value, which it would take for the value. */
export const notAValue = (placeholder: string): ToolError =>
  new ToolError(
    "invalid_input",
    `${placeholder} is a placeholder for a hidden value; the command would receive the placeholder itself. It was not run.`,
    {
      hint: "Use {edit_file} to edit files that contain the value, or {grep_files} to search for the placeholder. In a command, refer to the value by its environment variable or by the file that contains it.",
      data: { placeholder },
    },
  );
