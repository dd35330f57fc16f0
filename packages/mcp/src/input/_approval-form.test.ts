import { expect, it } from "vitest";
import { approvalMessage } from "./_approval-form.ts";

const asked = {
  callId: "1",
  sessionId: "s",
  tool: "edit_file",
  input: { path: "a.ts", old_string: "old", new_string: "new", replace_all: true },
  access: [{ action: "write", target: "/app/a.ts" }],
  prompt: "Edit file: write /app/a.ts",
} as const;

it("shows the change that a dry run has made, with its line numbers, instead of the texts that make it", () => {
  expect(approvalMessage({ ...asked, preview: { diff: "10 - old\n10 + new\u202e" } })).toBe(
    [
      "Edit file: write /app/a.ts",
      "Tool: edit_file",
      "- write /app/a.ts",
      "replace_all: true",
      "change: ",
      "  10 - old",
      "  10 + new<U+202E>",
    ].join("\n"),
  );
});

it.each([
  ["none was made", {}],
  ["it changes no text", { preview: { diff: "" } }],
  ["it is no diff", { preview: "x" }],
])("shows the input where %s", (_, more) =>
  expect(approvalMessage({ ...asked, ...more })).toContain("old_string: old\nnew_string: new\n"),
);

it("shows the input of what runs, whatever a preview says", () => {
  const access = [{ action: "execute", target: "x" }] as const;
  expect(approvalMessage({ ...asked, access, preview: { diff: "1 + nothing" } })).not.toContain("nothing");
});
