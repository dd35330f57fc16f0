import { foldName, type Tool } from "@holdall/tool-core";

/** True when a tool answers to one of these names, in any spelling. */
export function answersTo(
  { name, aliases: { names = [], claude, camel } = {} }: Tool,
  wanted: readonly string[],
): boolean {
  const own = [name, claude?.name ?? name, camel?.name ?? name, ...names].map(foldName);
  return wanted.some((each) => own.includes(foldName(each)));
}
