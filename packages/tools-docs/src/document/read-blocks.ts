import { type Backend, type Path, ToolError, toPath } from "@holdall/tool-core";
import { type BlockInput, parseBlocks, withTitle } from "./blocks.ts";

const maxMarkdown = 5_000_000;

export interface DocumentSource {
  readonly path?: string | undefined;
  readonly markdown?: string | undefined;
  readonly blocks?: readonly unknown[] | undefined;
  readonly title?: string | undefined;
}

/** What a document is made of, as blocks. Throws `invalid_input` unless exactly one source is given. */
export async function readBlocks(
  { path, markdown, blocks, title }: DocumentSource,
  backend: Backend,
  { cwd, signal }: { readonly cwd: Path; readonly signal: AbortSignal },
): Promise<readonly BlockInput[]> {
  if ([path, markdown, blocks].filter((each) => each !== undefined).length !== 1)
    throw new ToolError("invalid_input", "Exactly one of path, markdown and blocks is needed.", {
      hint: "Send the Markdown itself, a path to it, or blocks.",
    });
  if (blocks) return withTitle(title, parseBlocks(blocks));
  const text = markdown ?? (await readText(toPath(path ?? "", cwd), backend, signal));
  if (text.length > maxMarkdown)
    throw new ToolError("too_large", `The Markdown has ${text.length} characters; the limit is ${maxMarkdown}.`, {
      hint: "Make several documents.",
    });
  return [{ markdown: text }];
}

async function readText(path: Path, backend: Backend, signal: AbortSignal): Promise<string> {
  const { bytes } = await backend.read(path, { signal });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ToolError("wrong_kind", `${path} is not text in UTF-8.`, { hint: "Name a Markdown file.", cause });
  }
}
