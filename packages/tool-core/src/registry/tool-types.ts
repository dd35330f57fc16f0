import type { Tool } from "../tool.ts";

/** The input that callers pass to a tool, and its output. */
export interface ToolType {
  readonly input: unknown;
  readonly output: unknown;
}

/** Canonical tool names and their types. Other tools have no static types. */
export type ToolTypes = Readonly<Record<string, ToolType>>;

/** No tool types: every name can be called with any input. */
export type NoToolTypes = Readonly<Record<never, ToolType>>;

/** The types of some tools, by name. Tools whose name is known only at run time are left out. */
export type ToolTypesOf<T extends Tool> = {
  readonly [K in T as string extends K["name"] ? never : K["name"]]: K extends Tool<infer _I, infer O, string, infer In>
    ? { readonly input: In; readonly output: O }
    : never;
};

/** A name of the tools, or any other spelling or tool. The intersection lets editors suggest the names. */
export type ToolName<M extends ToolTypes> = (keyof M & string) | (string & {});

/** The input of a call by this name. `unknown` for all names except canonical ones. */
export type ToolInput<M extends ToolTypes, N extends string> = N extends keyof M ? M[N]["input"] : unknown;

/** The output of a successful call by this name. `unknown` for all names except canonical ones. */
export type ToolOutput<M extends ToolTypes, N extends string> = N extends keyof M ? M[N]["output"] : unknown;
