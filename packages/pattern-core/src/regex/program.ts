import { PatternError } from "../pattern-error.ts";
import type { Assertion, CharSet, Node } from "./syntax.ts";

export const op = { set: 0, split: 1, jump: 2, assert: 3, match: 4 } as const;

/** A pattern as instructions of a Thompson automaton. `x` and `y` are targets, a set, an assertion or a label. */
export interface Program {
  readonly ops: Uint8Array;
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly sets: readonly CharSet[];
  readonly assertions: readonly Assertion[];
}

const maxInstructions = 20_000;

/** Compile alternatives, each with the label that its match reports. Throws when counted repetitions make it too large. */
export function compile(labelled: readonly { readonly node: Node; readonly label: number }[]): Program {
  const code: { op: number; x: number; y: number }[] = [];
  const sets = new Map<string, { index: number; set: CharSet }>();
  const assertions: Assertion[] = [];

  const emit = (kind: number, x = 0, y = 0): number => {
    if (code.length >= maxInstructions) {
      throw new PatternError(
        "the pattern is too large once its repetitions are written out",
        0,
        "Use smaller counts, or * and +.",
      );
    }
    return code.push({ op: kind, x, y }) - 1;
  };
  const patch = (at: number, target: "x" | "y") => {
    const instruction = code[at];
    if (instruction) instruction[target] = code.length;
  };

  const optional = (node: Node, greedy: boolean): number => {
    const split = emit(op.split);
    patch(split, greedy ? "x" : "y");
    visit(node);
    return split;
  };

  const visit = (node: Node): void => {
    if (node.kind === "set") {
      const known = sets.get(node.set.key) ?? { index: sets.size, set: node.set };
      sets.set(node.set.key, known);
      emit(op.set, known.index);
    } else if (node.kind === "sequence") {
      for (const child of node.nodes) visit(child);
    } else if (node.kind === "assert") {
      if (!assertions.includes(node.assertion)) assertions.push(node.assertion);
      emit(op.assert, assertions.indexOf(node.assertion));
    } else if (node.kind === "either") {
      branches(node.nodes.map((child) => () => visit(child)));
    } else {
      repeated(node);
    }
  };

  const repeated = ({ node, min, max, greedy }: Node & { kind: "repeat" }) => {
    for (let i = 0; i < min; i++) visit(node);
    const exit = greedy ? "y" : "x";
    if (max === Number.POSITIVE_INFINITY) {
      const split = optional(node, greedy);
      emit(op.jump, split);
      patch(split, exit);
      return;
    }
    const splits: number[] = [];
    for (let i = min; i < max; i++) splits.push(optional(node, greedy));
    for (const split of splits) patch(split, exit);
  };

  const branches = (bodies: readonly (() => void)[]) => {
    const ends: number[] = [];
    bodies.forEach((body, i) => {
      const last = i === bodies.length - 1;
      const split = last ? -1 : emit(op.split, code.length + 1);
      body();
      if (last) return;
      ends.push(emit(op.jump));
      patch(split, "y");
    });
    for (const end of ends) patch(end, "x");
  };

  branches(
    labelled.map(({ node, label }) => () => {
      visit(node);
      emit(op.match, label);
    }),
  );
  return {
    ops: Uint8Array.from(code, (instruction) => instruction.op),
    x: Int32Array.from(code, (instruction) => instruction.x),
    y: Int32Array.from(code, (instruction) => instruction.y),
    sets: [...sets.values()].map(({ set }) => set),
    assertions,
  };
}
