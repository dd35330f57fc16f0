import type { Tool } from "../tool.ts";

/** What callers give to a tool, and what it returns. */
export interface ToolType {
  readonly input: unknown;
  readonly output: unknown;
}

/** Canonical names of tools → their types. Of the tools that are not in it, nothing is known before the program runs. */
export type ToolTypes = Readonly<Record<string, ToolType>>;

/** The types of no tool: every name may be called, with anything. */
export type NoToolTypes = Readonly<Record<never, ToolType>>;

/** The types of some tools, by name. Tools whose name is only known at run time are left out. */
export type ToolTypesOf<T extends Tool> = {
  readonly [K in T as string extends K["name"] ? never : K["name"]]: K extends Tool<infer _I, infer O, string, infer In>
    ? { readonly input: In; readonly output: O }
    : never;
};

/** A name of the tools, or any other spelling or tool. The intersection keeps editors suggesting the names. */
export type ToolName<M extends ToolTypes> = (keyof M & string) | (string & {});

/** What a call by this name takes; `unknown` for any name but the canonical ones. */
export type ToolInput<M extends ToolTypes, N extends string> = N extends keyof M ? M[N]["input"] : unknown;

/** What a call by this name puts out when it succeeds; `unknown` for any name but the canonical ones. */
export type ToolOutput<M extends ToolTypes, N extends string> = N extends keyof M ? M[N]["output"] : unknown;
