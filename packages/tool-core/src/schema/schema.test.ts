import { expect, test } from "vitest";
import * as zod3 from "zod/v3";
import { type Schema, toJsonSchema } from "./schema.ts";

test("a schema of zod 3 is refused with what to use instead", () => {
  const schema = zod3.object({ path: zod3.string() }) as unknown as Schema;
  expect(() => toJsonSchema(schema)).toThrow("This schema of zod has no JSON Schema. Use zod 4.2 or newer.");
});
