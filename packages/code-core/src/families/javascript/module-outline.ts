import type { Declaration, FileModel } from "../../scopes/file-model.ts";
import type { SymbolKind } from "../../symbol.ts";
import type { FoundDefinition } from "../_family.ts";

/** The definitions that belong in an outline: those of the module, members of its types, functions anywhere. */
export function moduleOutline(model: FileModel): readonly FoundDefinition[] {
  const { tokens, declarations, reexports } = model;
  const exported = new Set(reexports.filter(({ specifier }) => specifier === undefined).map(({ name }) => name));
  const holders = new Map<number, Declaration>();
  for (const one of declarations)
    if (one.shape >= 0 && (!one.isLocal || one.kind === "class")) holders.set(one.shape, one);
  const values = new Set(declarations.map(({ value }) => value));
  const found: FoundDefinition[] = [];
  for (const one of declarations) {
    const kind = kindOf(one, holders);
    if (!kind || one.name === "" || (one.isLocal && values.has(one.from))) continue;
    const last = Math.min(Math.max(one.to, one.at + 1), tokens.count) - 1;
    found.push({
      name: one.name,
      kind,
      container: one.container,
      exported: one.exported || (one.scope === 0 && exported.has(one.name)),
      nameStart: tokens.start[one.at]!,
      start: tokens.start[one.from]!,
      end: tokens.end[last]!,
      bodyStart:
        one.body >= 0 && (one.kind !== "type" || one.shape >= 0)
          ? tokens.start[one.body]
          : one.shape >= 0
            ? tokens.start[one.shape]
            : undefined,
      decoratorStart: one.decorators >= 0 ? tokens.start[one.decorators] : undefined,
    });
  }
  return found;
}

function kindOf(one: Declaration, holders: ReadonlyMap<number, Declaration>): SymbolKind | undefined {
  const { kind } = one;
  if (kind === "import" || kind === "parameter" || kind === "type_parameter") return undefined;
  const isFunction = one.body >= 0 && one.value >= 0;
  if (one.memberOf >= 0) {
    const holder = holders.get(one.memberOf);
    if (!holder) return kind === "method" && !one.isLocal ? kind : undefined;
    if (isFunction) return "method";
    const isObject = holder.value >= 0 && holder.kind !== "class";
    return isObject && kind === "property" && holder.kind !== "object" ? undefined : kind;
  }
  if (one.isLocal)
    return kind === "function" || kind === "class" || isFunction ? (isFunction ? "function" : kind) : undefined;
  return isFunction && kind !== "class" && kind !== "method" ? "function" : kind;
}
