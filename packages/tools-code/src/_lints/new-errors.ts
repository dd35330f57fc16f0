import type { CodeServer } from "@holdall/language-servers/port";
import type { Path, ToolContext } from "@holdall/tool-core";
import { linters } from "./linters/linters.ts";
import { renderNewErrors } from "./render-lints.ts";
import type { ReadLintsOutput } from "./schema.ts";

/** New errors that read_lints reports for some files; "" if there are none or they are not known in time. */
export async function newErrors(
  changed: readonly Path[],
  servers: CodeServer,
  within: number,
  ctx: ToolContext,
): Promise<string> {
  const ready: Path[] = [];
  const names = new Set<string>();
  for (const path of changed) {
    const name = await servers.serves(path);
    if (name === undefined) continue;
    if (servers.isReady(path)) {
      ready.push(path);
      names.add(name);
    } else servers.warm(path);
  }
  const json = changed.filter((path) => path.endsWith(".json"));
  const paths = [...new Set([...ready, ...json])];
  if (paths.length === 0) return "";
  const tools = linters.filter(({ served: by }) => by !== undefined && names.has(by)).map(({ name }) => name);
  const signal = AbortSignal.timeout(within);
  const result = await ctx.call("read_lints", { paths, severity: "error", tools: ["json", ...tools] }, { signal });
  if (result.ok) return renderNewErrors(result.output as ReadLintsOutput, new Set<string>(changed));
  if (result.error.code === "aborted" || result.error.code === "timeout") return "";
  return `Whether this caused new errors is unknown: ${result.error.message}`;
}
