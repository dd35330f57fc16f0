import { type Preset, type ToolStatus, toolStatus } from "@holdall/presets";
import { type Dialect, type ToolSpec, toOpenAI } from "@holdall/tool-core";
import type { Screen } from "../screen.ts";
import { type Style, styleFor } from "../style.ts";
import { columns, counted, oneLine, wrap } from "../text.ts";

/**
 * The tools of a preset by family: those that a model sees, with what they may do and the first sentence of their description; the
 * names of those that it finds by searching; and those that are missing, with the reason.
 */
export function renderTools(
  { preset, dialect }: { readonly preset: Preset; readonly dialect: Dialect },
  screen: Screen,
): string[] {
  const style = styleFor(screen);
  const { registry } = preset;
  const specs = new Map(registry.list(dialect).map((spec) => [spec.tool, spec]));
  const all = toolStatus(preset);
  const named = (name: string) => specs.get(name)?.name ?? name;
  const width = Math.max(...all.map(({ name }) => columns(named(name))));
  const lines = [`${style.bold(preset.name)}  ${style.dim(preset.cwd)}`];
  for (const [family, tools] of Map.groupBy(all, (each) => each.family)) {
    lines.push("", style.dim(family));
    for (const { name, state } of tools) {
      const spec = specs.get(name);
      if (state === "shown" && spec) lines.push(rowOf(spec, width, screen, style));
    }
    const deferred = tools.filter(({ state }) => state === "deferred");
    if (deferred.length > 0)
      lines.push(...listOf("deferred", deferred.map(({ name }) => named(name)).join(", "), screen));
    for (const [why, missing] of Map.groupBy(tools.filter(isMissing), (each) => each.why))
      lines.push(...listOf("missing", `${missing.map(({ name }) => name).join(", ")}: ${why}`, screen).map(style.dim));
  }
  const counts = Map.groupBy(all, ({ state }) => state);
  const shown = counts.get("shown") ?? [];
  const isShown = new Set(shown.map(({ name }) => named(name)));
  const sent = toOpenAI(registry, { dialect }).filter(({ function: { name } }) => isShown.has(name));
  const size = JSON.stringify(sent).length;
  const summary = [
    `${counted(shown.length, "tool")} shown, ${(size / 1000).toFixed(1)} kB of definitions for the model`,
    `${counts.get("deferred")?.length ?? 0} deferred, found with tool_search`,
    `${counts.get("missing")?.length ?? 0} missing`,
  ];
  return [...lines, "", ...wrap(`${summary.join("; ")}.`, screen.width).map(style.dim)];
}

const isMissing = ({ state }: ToolStatus): boolean => state === "missing";

function rowOf(spec: ToolSpec, width: number, screen: Screen, style: Style): string {
  const kind = kindOf(spec);
  const about = oneLine(firstSentence(spec.description), screen.width - width - 15);
  const marked = (kind === "reads" ? style.green : style.yellow)(kind.padEnd(8));
  return `  ${spec.name.padEnd(width)}  ${marked}  ${about}`;
}

/** A word, and what it is about in lines that are indented. */
function listOf(word: string, text: string, { width }: Screen): string[] {
  return wrap(`${word}: ${text}`, width - 4).map((line, index) => (index === 0 ? `  ${line}` : `    ${line}`));
}

const kindOf = ({ hints }: ToolSpec): string => (hints.readOnly ? "reads" : hints.destructive ? "changes" : "adds");

const firstSentence = (text: string): string => text.split(/(?<=[.!?])\s/, 1)[0] ?? text;
