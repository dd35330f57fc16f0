import type { Refusal, Refused } from "./input-error.ts";

/** Describe for each invalid part of a value what is accepted and what was sent, with an example based on the value. */
export async function explainRefusal(refused: Refused): Promise<Refusal> {
  const { explain } = await import("./input-error.ts");
  return explain(refused);
}
