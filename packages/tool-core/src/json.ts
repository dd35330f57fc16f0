/** A value that survives `JSON.stringify` and `JSON.parse` unchanged. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A value, or a promise of it. */
export type Awaitable<T> = T | PromiseLike<T>;

export const isPromise = <T>(value: Awaitable<T>): value is PromiseLike<T> =>
  typeof (value as PromiseLike<T> | null | undefined)?.then === "function";

/** A JSON Schema document (2020-12), as plain data. */
export type JsonSchema = { [key: string]: unknown };

export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
