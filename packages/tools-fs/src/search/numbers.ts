import * as z from "zod";

/** A whole number from 0 on. The bound is checked, and left out of the JSON Schema: models know it, and it costs tokens. */
export const natural = z.int().refine((value) => value >= 0, "must be 0 or more");

/** A whole number from 1 on. */
export const positive = z.int().refine((value) => value >= 1, "must be 1 or more");

export const text = z.string().refine((value) => value !== "", "must not be empty");
