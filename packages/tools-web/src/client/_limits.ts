import * as z from "zod";

/** A whole number in a range that the schema for models leaves unsaid, because its error says it in time. */
export const between = (min: number, max: number) =>
  z.int().refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);

/** Where a part starts. */
export const offsetSchema = z.int().refine((value) => value >= 0, "must be 0 or more");

/** A text of some length, neither empty nor longer than `max` characters. */
export const textUpTo = (max: number) =>
  z.string().refine((value) => value.length > 0 && value.length <= max, `must have 1 to ${max} characters`);
