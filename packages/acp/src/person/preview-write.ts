import type { ToolCallContent } from "@agentclientprotocol/sdk";
import { canonicalName } from "@holdall/call-view";
import { type ApprovalRequest, type Backend, type Path, toPath } from "@holdall/tool-core";
import { unlessMissing } from "@holdall/tool-kit/backends";
import { diskText } from "../backend/disk-text.ts";
import { diffContent } from "../updates/diffs.ts";

/** Bytes of a file up to which a person sees what would replace it as a diff. */
const maxShown = 1024 * 1024;

/** What `write_file` would change, for the person who is asked. Undefined for every other call. */
export async function previewWrite(
  { tool, input }: ApprovalRequest,
  { backend, cwd }: { readonly backend: Backend; readonly cwd: Path },
): Promise<ToolCallContent[] | undefined> {
  const { path, file_path, content, contents } = Object(input) as Readonly<Record<string, unknown>>;
  const [name, text] = [path ?? file_path, content ?? contents];
  if (canonicalName(tool) !== canonicalName("write_file") || typeof name !== "string" || typeof text !== "string")
    return undefined;
  try {
    const target = toPath(name, cwd);
    const stat = await backend.stat(target);
    if (!stat) return [diffContent(target, null, text)];
    const found = stat.size > maxShown ? undefined : await unlessMissing(backend.read(target));
    const before = found && diskText(found.bytes)?.text;
    return before === undefined ? undefined : [diffContent(target, before, text)];
  } catch {
    return undefined;
  }
}
