import * as z from "zod";

/** A whole number in a range that the schema for models leaves unsaid, because its error says it in time. */
export const between = (least: number, most: number) =>
  z.int().refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`);

/** Where a part starts. */
export const offsetSchema = z.int().refine((value) => value >= 0, "must be 0 or more");

/** A text of some length, neither empty nor longer than `most` characters. */
export const textUpTo = (most: number) =>
  z.string().refine((value) => value.length > 0 && value.length <= most, `must have 1 to ${most} characters`);
