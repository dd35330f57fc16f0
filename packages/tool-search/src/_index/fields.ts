import type { ToolDocument } from "../ranking/tool-document.ts";

/** How a field counts. */
export interface Field {
  /** What one word of it is worth beside a word of the description. */
  readonly weight: number;
  /** Words a field of usual size has: longer ones count less a word. */
  readonly usual: number;
  /** The words spelled together inside it are words of their own. */
  readonly wholes: boolean;
  readonly isName: boolean;
}

export const description: Field = { weight: 1, usual: 12, wholes: true, isName: false };
const name: Field = { weight: 1.4, usual: 3, wholes: false, isName: true };
const aliases: Field = { weight: 1.4, usual: 3, wholes: false, isName: true };
const examples: Field = { weight: 1, usual: 12, wholes: true, isName: false };
const parameters: Field = { weight: 0.3, usual: 12, wholes: false, isName: false };
const namespace: Field = { weight: 0.7, usual: 2, wholes: true, isName: false };

/** The texts of a document with what they count. */
export function* fieldsOf(document: ToolDocument): Generator<readonly [field: Field, texts: readonly string[]]> {
  yield [name, [document.name]];
  yield [description, [document.description]];
  if (document.aliases) yield [aliases, document.aliases];
  if (document.examples) yield [examples, document.examples];
  if (document.parameters) yield [parameters, document.parameters];
  if (document.namespace !== undefined) yield [namespace, [document.namespace]];
}
