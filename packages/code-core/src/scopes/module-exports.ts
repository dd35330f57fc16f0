import type { CodeBase, Located } from "./code-base.ts";
import { type Declaration, plainDeclaration, space } from "./file-model.ts";
import { lookup } from "./lookup.ts";

const maxSteps = 60;

/** The export of a module under a name, through re-exports. */
export function exportedAs(
  base: CodeBase,
  path: string,
  name: string,
  visited = new Set<string>(),
): readonly Located[] {
  const key = `${path}\n${name}`;
  if (visited.has(key) || visited.size > maxSteps) return [];
  visited.add(key);
  const model = base.model(path);
  if (!model) return [];
  const own = (model.scopes[0]!.names.get(name) ?? [])
    .map((index) => model.declarations[index]!)
    .filter(({ exported }) => exported || model.exportsAll);
  if (own.length > 0) return own.flatMap((declaration) => followed(base, path, declaration, visited));
  for (const one of model.reexports) {
    if (one.as !== name) continue;
    if (one.specifier === undefined) {
      return lookup(model, one.name, 0, 3).flatMap((declaration) => followed(base, path, declaration, visited));
    }
    const target = base.resolve(path, one.specifier);
    if (target === undefined) continue;
    return one.name === "*"
      ? [moduleItself(base, target)].filter((found) => found !== undefined)
      : exportedAs(base, target, one.name, visited);
  }
  for (const one of model.reexports) {
    if (one.as !== "*" || one.specifier === undefined) continue;
    const target = base.resolve(path, one.specifier);
    const found = target === undefined ? [] : exportedAs(base, target, name, visited);
    if (found.length > 0) return found;
  }
  if (!model.exportsAll || !/(?:^|\/)__init__\.pyi?$/.test(path)) return [];
  const submodule = base.resolve(path, `.${name}`);
  const module = submodule === undefined || submodule === path ? undefined : moduleItself(base, submodule);
  return module ? [module] : [];
}

/** A declaration itself, or the target of an import. */
export function followed(
  base: CodeBase,
  path: string,
  declaration: Declaration,
  visited = new Set<string>(),
): readonly Located[] {
  const imported = importOf(base, path, declaration);
  if (!imported) return [{ path, declaration }];
  const target = base.resolve(path, imported.specifier);
  if (target === undefined) return [];
  if (imported.name === "*") {
    const module = moduleItself(base, target);
    return module ? [module] : [];
  }
  const found = exportedAs(base, target, imported.name, visited);
  if (found.length > 0) return found;
  const submodule = base.model(path)?.exportsAll
    ? base.resolve(path, join(imported.specifier, imported.name))
    : undefined;
  const module = submodule === undefined ? undefined : moduleItself(base, submodule);
  return module ? [module] : [];
}

function join(specifier: string, name: string): string {
  return specifier.endsWith(".") ? specifier + name : `${specifier}.${name}`;
}

export function importOf(base: CodeBase, path: string, declaration: Declaration) {
  return declaration.importIndex < 0 ? undefined : base.model(path)?.imports[declaration.importIndex];
}

/** A module as a declaration of its own: the beginning of its file. */
export function moduleItself(base: CodeBase, path: string): Located | undefined {
  const model = base.model(path);
  if (!model) return undefined;
  const name = path.slice(path.lastIndexOf("/") + 1);
  return {
    path,
    declaration: {
      ...plainDeclaration,
      ...{ name, kind: "module", at: 0, from: 0, to: model.tokens.count },
      ...{ scope: -1, space: space.both, exported: true },
    },
  };
}
