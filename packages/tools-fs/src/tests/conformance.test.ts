import { memoryBackend } from "@holdall/backends-memory";
import { describeTools, type ToolFixture } from "@holdall/conformance";
import { fsTools } from "../fs-tools.ts";

const notebook = JSON.stringify({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: [{ id: "first", cell_type: "markdown", metadata: {}, source: "# Notes" }],
});
const reads = ["edit_file", "multi_edit", "write_file", "edit_notebook"];

const skip = {
  "undo: changes nothing that it did not declare to write or delete":
    "what an undo touches stands in the history, so it asks for it mid-call",
};

const make = (): ToolFixture => {
  const backend = memoryBackend({ files: { "/a.txt": "one\ntwo\n", "/b/c.txt": "three\n", "/n.ipynb": notebook } });
  return {
    backend,
    tools: fsTools({ backend }),
    samples: {
      read_file: { path: "a.txt" },
      write_file: { path: "a.txt", content: "new\n" },
      append_file: { path: "a.txt", content: "three\n" },
      edit_file: { path: "a.txt", old_string: "two", new_string: "2" },
      multi_edit: { path: "a.txt", edits: [{ old_string: "one", new_string: "1" }] },
      apply_patch: { patch: "*** Begin Patch\n*** Update File: a.txt\n@@\n-two\n+2\n*** End Patch\n" },
      edit_notebook: { path: "n.ipynb", cell_id: "first", new_source: "# New" },
      delete_file: { path: "a.txt" },
      move_file: { from: "a.txt", to: "d.txt" },
      create_directory: { path: "folder" },
      undo: {},
      list_files: {},
      list_directory: {},
      glob_files: { pattern: "**/*.txt" },
      grep_files: { pattern: "t" },
      file_info: { path: "a.txt" },
      str_replace_based_edit_tool: { command: "view", path: "a.txt" },
    },
    failing: {
      write_file: { path: "b/c.txt", content: "not read\n" },
      append_file: { path: "a.txt/below", content: "x" },
      edit_file: { path: "a.txt", old_string: "none of it", new_string: "2" },
      multi_edit: { path: "b/c.txt", edits: [{ old_string: "three", new_string: "3" }] },
      apply_patch: { patch: "*** Begin Patch\n*** Update File: a.txt\n@@\n-gone\n+2\n*** End Patch\n" },
      edit_notebook: { path: "n.ipynb", cell_id: "other", new_source: "# New" },
      delete_file: { path: "none.txt" },
      move_file: { from: "a.txt", to: "b/c.txt" },
      create_directory: { path: "a.txt" },
    },
    obvious: [
      "cell_id",
      "new_source",
      "change_id",
      "ignore_globs",
      "max_per_file",
      "edits",
      "encoding",
      "column",
      "type",
      "patch",
    ],
    async prepare(session, tool) {
      if (reads.includes(tool)) for (const path of ["a.txt", "n.ipynb"]) await session.call("read_file", { path });
      if (tool === "undo") await session.call("append_file", { path: "a.txt", content: "x" });
    },
  };
};

describeTools("file tools", make, { skip });
