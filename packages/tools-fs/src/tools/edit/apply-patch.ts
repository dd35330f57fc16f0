import type { Tool } from "@holdall/tool-core";
import { approvedOn, defineFileTool, lazy, withVersions, workspaceOf } from "@holdall/tool-kit/file-tools";
import { listChanges } from "../../history/change-report.ts";
import type { FsToolsOptions } from "../../options.ts";
import {
  type ApplyPatchInput,
  type ApplyPatchOutput,
  applyPatchInput as input,
  applyPatchOutput as output,
} from "../../patch/schema.ts";
import { plural } from "../../text/lines.ts";

const load = lazy(() => import("../../patch/execute-patch.ts"));

/**
 * Create the tool `apply_patch`: applies a patch to many files, completely or not at all. The context of the patch must match,
 * so the files do not have to be read first. If a file was read and the same lines have changed since, it fails with `stale`.
 */
export function applyPatch(
  options: FsToolsOptions,
): Tool<ApplyPatchInput, ApplyPatchOutput, "apply_patch", ApplyPatchInput> {
  return defineFileTool(options, {
    name: "apply_patch",
    category: "filesystem",
    description:
      "Apply a patch to one or many files, all or nothing: `*** Begin Patch` form or unified diff. Context must match one place.",
    guidance: [
      "Sections `*** Add File: path`, `*** Update File: path` (with `*** Move to: path` to rename) and `*** Delete File: path` go between `*** Begin Patch` and `*** End Patch`.",
      "Give three lines of context around each change, and a `@@` line with the class or function if they occur more than once.",
    ].join("\n"),
    examples: ["apply this diff", "change these files together"],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    previews: true,
    aliases: {
      names: ["patch", "patch_files"],
      params: { diff: "patch", patch_text: "patch", input: "patch" },
    },
    async access(request, at) {
      const { cwd } = at;
      const { deletedBy, patchAccesses } = await load();
      return withVersions(
        workspaceOf(at, options.backend),
        patchAccesses(request.patch, cwd),
        deletedBy(request.patch, cwd),
      );
    },
    async execute(request, ctx, held, asked) {
      const { executePatch } = await load();
      return executePatch({ ...held, approved: approvedOn(held.backend, asked) }, request, ctx);
    },
    render: ({ files, notes, diff }, { dry_run }) =>
      [
        dry_run
          ? `Dry run: nothing was changed. The patch would change ${plural(files.length, "file")}:`
          : `Changed ${plural(files.length, "file")}:`,
        ...listChanges(files),
        ...notes,
        diff,
      ]
        .filter(Boolean)
        .join("\n"),
  });
}
