import type { Preset } from "@holdall/presets";
import { type Dialect, type Registry, type ToolSpec, toOpenAI } from "@holdall/tool-core";
import type { Screen } from "./screen.ts";
import { styleFor } from "./style.ts";
import { columns, counted, oneLine } from "./text.ts";

/** The tools of a preset as a table by category: name, what it may do, and the first sentence of its description. */
export function renderTools(
  registry: Registry,
  { preset, dialect }: { readonly preset: Preset; readonly dialect: Dialect },
  screen: Screen,
): string[] {
  const style = styleFor(screen);
  const specs = new Map(registry.list(dialect).map((spec) => [spec.tool, spec]));
  const width = Math.max(...[...specs.values()].map(({ name }) => columns(name)));
  const size = JSON.stringify(toOpenAI(registry, { dialect })).length;
  const lines = [`${style.bold(preset.name)}  ${style.dim(preset.cwd)}`];
  for (const [category, tools] of registry.byCategory()) {
    lines.push("", style.dim(category));
    for (const tool of tools) {
      const spec = specs.get(tool.name);
      if (!spec) continue;
      const kind = kindOf(spec);
      const room = screen.width - width - 15;
      const about = oneLine(firstSentence(spec.description), room);
      lines.push(
        `  ${spec.name.padEnd(width)}  ${kind === "reads" ? style.green(kind.padEnd(8)) : style.yellow(kind.padEnd(8))}  ${about}`,
      );
    }
  }
  const summary = `${counted(specs.size, "tool")}, ${(size / 1000).toFixed(1)} kB of definitions for the model`;
  return [...lines, "", style.dim(summary)];
}

const kindOf = ({ hints }: ToolSpec): string => (hints.readOnly ? "reads" : hints.destructive ? "changes" : "adds");

const firstSentence = (text: string): string => text.split(/(?<=[.!?])\s/, 1)[0] ?? text;
