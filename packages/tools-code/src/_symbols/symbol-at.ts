import { type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import type { CodeToolsOptions } from "../options.ts";
import { openCodeFiles } from "./code-files.ts";

/** A place that a call names instead of a symbol, or next to it. */
export interface AskedPlace {
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

const keywords =
  /^(?:export|default|declare|async|await|new|return|throw|typeof|yield|public|private|protected|static|readonly|override|abstract|function|func|fn|fun|def|class|interface|type|enum|struct|trait|impl|const|let|var|val|import|from|extends|implements|get|set|mod|module|namespace|if|else|for|while|in|of|pub|use)$/;

/** The name at a place: the one that the column is in, or the only name of its line. Throws `invalid_input` where there are several. */
export async function symbolAt(
  options: CodeToolsOptions,
  { path, line, column }: AskedPlace,
  ctx: ToolContext,
): Promise<string> {
  if (path === undefined || line === undefined)
    throw new ToolError("invalid_input", "No symbol was named.", {
      hint: "Send its name as `symbol`, or its place as `path`, `line` and `column`.",
    });
  const target = toPath(path, ctx.cwd);
  const files = await openCodeFiles(options, [ctx.cwd, target], ctx);
  await files.load([target]);
  const text = files.loaded(target)?.text?.split("\n")[line - 1];
  if (text === undefined)
    throw new ToolError("not_found", `${path} has no line ${line} that can be read.`, {
      hint: "Send the name of the symbol as `symbol`.",
    });
  const names = [...text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)].filter(([name]) => !keywords.test(name));
  const at = (column ?? 0) - 1;
  const found =
    column === undefined
      ? names.length === 1 && names[0]
      : names.find(({ index, 0: name }) => index <= at && at <= index + name.length);
  if (found) return found[0];
  const all = [...new Set(names.map(([name]) => name))].slice(0, 8).join(", ");
  throw new ToolError(
    "invalid_input",
    `Line ${line} of ${path} has ${column === undefined ? "several names" : `no name at column ${column}`}.`,
    { hint: all ? `Send one of its names as \`symbol\`: ${all}.` : "Name a line with the symbol." },
  );
}
