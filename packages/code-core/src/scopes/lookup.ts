import { textOf } from "../scan/tokens.ts";
import type { Declaration, FileModel, Use } from "./file-model.ts";

/** What the parts of a model are found by; made once a model. */
export interface ModelIndex {
  readonly uses: ReadonlyMap<number, Use>;
  readonly declared: ReadonlyMap<number, readonly Declaration[]>;
  readonly members: ReadonlyMap<number, readonly Declaration[]>;
  /** The declarations that make a shape. */
  readonly owners: ReadonlyMap<number, Declaration>;
}

const indexes = new WeakMap<FileModel, ModelIndex>();

export function indexOf(model: FileModel): ModelIndex {
  const known = indexes.get(model);
  if (known) return known;
  const declared = new Map<number, Declaration[]>();
  const members = new Map<number, Declaration[]>();
  const owners = new Map<number, Declaration>();
  for (const one of model.declarations) {
    add(declared, one.at, one);
    if (one.memberOf >= 0) add(members, one.memberOf, one);
    if (one.shape >= 0) owners.set(one.shape, one);
  }
  const uses = new Map<number, Use>();
  for (const use of model.uses) uses.set(use.at, use);
  const made = { uses, declared, members, owners };
  indexes.set(model, made);
  return made;
}

function add(map: Map<number, Declaration[]>, key: number, one: Declaration): void {
  const known = map.get(key);
  if (known) known.push(one);
  else map.set(key, [one]);
}

/** The declarations that a name means in a scope: those of the innermost scope that has one of the wanted space. */
export function lookup(model: FileModel, name: string, scope: number, space: number): readonly Declaration[] {
  for (let at = scope; at >= 0; at = model.scopes[at]!.parent) {
    const known = model.scopes[at]!.names.get(name);
    if (!known) continue;
    const fitting = known.map((index) => model.declarations[index]!).filter((one) => (one.space & space) !== 0);
    if (fitting.length > 0) return fitting;
  }
  return [];
}

/** The innermost scope that holds a token. */
export function scopeAt(model: FileModel, token: number): number {
  let best = 0;
  for (let index = 1; index < model.scopes.length; index++) {
    const { start, end } = model.scopes[index]!;
    if (start > token) break;
    if (token < end && start >= model.scopes[best]!.start) best = index;
  }
  return best;
}

/** The text of a token of a model. */
export const wordAt = (model: FileModel, token: number): string => textOf(model.tokens, token);
