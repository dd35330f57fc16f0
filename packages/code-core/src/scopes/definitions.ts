import { token, typeOf } from "../scan/tokens.ts";
import { type CodeBase, type Located, nothing, type Resolved } from "./code-base.ts";
import { type Declaration, type FileModel, space } from "./file-model.ts";
import { indexOf, lookup, wordAt } from "./lookup.ts";
import { followed, importOf } from "./module-exports.ts";
import { membersNamed, valueEndingAt } from "./value-types.ts";

/**
 * The meaning of the name at a token, without guesses: an empty result if scopes, imports and declared types do not
 * determine it.
 */
export function definitionsAt(base: CodeBase, path: string, at: number): Resolved {
  const model = base.model(path);
  if (!model) return nothing;
  const index = indexOf(model);
  const use = index.uses.get(at);
  const declared = index.declared.get(at);
  if (use?.role === "import" || use?.role === "export") return imported(base, path, model, at, use.role);
  if (use?.role === "member") {
    const shapes = valueEndingAt(base, path, at - 2);
    const found = unique(shapes.flatMap((shape) => membersNamed(base, shape, wordAt(model, at))));
    if (found.length > 0) return { found, how: shapes.some((shape) => shape.shape < 0) ? "import" : "typed" };
    return typeMember(base, path, model, at);
  }
  if (use?.role === "key") return nothing;
  if (use) {
    const wanted = use.role === "type" ? space.type : space.value;
    const name = wordAt(model, at);
    let local = lookup(model, name, use.scope, wanted);
    if (local.length === 0) local = lookup(model, name, use.scope, space.both);
    if (local.length === 0) return fromStars(base, path, model, name);
    return followAll(base, path, local);
  }
  if (declared) return { found: declared.map((declaration) => ({ path, declaration })), how: "scope" };
  return nothing;
}

/** Names that `from a import *` brings. */
function fromStars(base: CodeBase, path: string, model: FileModel, name: string): Resolved {
  if (!model.exportsAll) return nothing;
  for (const one of model.reexports) {
    const target = one.specifier === undefined ? undefined : base.resolve(path, one.specifier);
    const found = target === undefined ? [] : followedExport(base, target, name);
    if (found.length > 0) return { found, how: "import" };
  }
  return nothing;
}

function followAll(base: CodeBase, path: string, local: readonly Declaration[]): Resolved {
  if (local.length === 0) return nothing;
  const imports = local.filter(({ importIndex }) => importIndex >= 0);
  if (imports.length === 0) return { found: local.map((declaration) => ({ path, declaration })), how: "scope" };
  const found = unique(local.flatMap((one) => followed(base, path, one)));
  const external = found.length === 0 ? importOf(base, path, imports[0]!)?.specifier : undefined;
  return { found, how: "import", ...(external !== undefined && { external }) };
}

function imported(base: CodeBase, path: string, model: FileModel, at: number, role: "export" | "import"): Resolved {
  if (role === "export") {
    const name = wordAt(model, at);
    const one = model.reexports.find((entry) => entry.specifier !== undefined && entry.name === name);
    const target = one && base.resolve(path, one.specifier!);
    if (target === undefined) return nothing;
    return { found: followedExport(base, target, name), how: "import" };
  }
  const declared = indexOf(model).declared.get(at) ?? indexOf(model).declared.get(at + 2) ?? [];
  return followAll(
    base,
    path,
    declared.filter(({ importIndex }) => importIndex >= 0),
  );
}

function followedExport(base: CodeBase, target: string, name: string): readonly Located[] {
  return membersNamed(base, { path: target, shape: -1 }, name);
}

/** `A.B` in a type. */
function typeMember(base: CodeBase, path: string, model: FileModel, at: number): Resolved {
  const owner = at - 2;
  if (typeOf(model.tokens, owner) !== token.word) return nothing;
  const use = indexOf(model).uses.get(owner);
  if (use?.role !== "type") return nothing;
  const found = lookup(model, wordAt(model, owner), use.scope, space.both)
    .flatMap((one) => followed(base, path, one))
    .flatMap((one) =>
      membersNamed(
        base,
        { path: one.path, shape: one.declaration.kind === "module" ? -1 : one.declaration.shape },
        wordAt(model, at),
      ),
    );
  return found.length > 0 ? { found: unique(found), how: "import" } : nothing;
}

export function unique(found: readonly Located[]): readonly Located[] {
  const seen = new Set<string>();
  return found.filter(({ path, declaration }) => {
    const key = `${path}:${declaration.at}`;
    return !seen.has(key) && seen.add(key);
  });
}
