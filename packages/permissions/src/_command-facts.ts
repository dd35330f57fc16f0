import { factsOf, type ProgramCall } from "@holdall/shell-analysis";
import type { Access } from "@holdall/tool-core";
import type { Subject } from "./rules/compile-rule.ts";

/** Why no rule for programs can speak for a command. */
export function unknownReasonOf(access: Access): string | undefined {
  const { unknowns, programs } = factsOf(access);
  const { target } = access;
  if (unknowns[0]) return `In ${target}: ${unknowns[0].reason}.`;
  if (programs.length === 0) return `${target} starts no known program.`;
  const [first, ...others] = programs.map(({ text, wrappers }) => wrappers[0]?.text ?? text);
  const isOne = others.every((text) => text === first);
  return isOne ? undefined : `${target} starts several programs.`;
}

const isPlainHelper = ({ helper, wrappers }: ProgramCall) =>
  helper && wrappers.every(({ risks }) => risks.length === 0);

/** A helper belongs to a command that is checked for something else; alone, it is a command like any other. */
export function isHelper({ access, input }: Subject): boolean {
  if (access?.action !== "execute" || unknownReasonOf(access)) return false;
  if (!factsOf(access).programs.every(isPlainHelper)) return false;
  const command = (input as { command?: unknown } | undefined)?.command;
  if (typeof command !== "string") return false;
  return factsOf({ action: "execute", target: command }).programs.some((program) => !isPlainHelper(program));
}
