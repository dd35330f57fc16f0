import type { Refusal, Refused } from "./input-error.ts";

/** Say what each refused place of a value takes, and what was sent, with an example made of the value. */
export async function explainRefusal(refused: Refused): Promise<Refusal> {
  const { explain } = await import("./input-error.ts");
  return explain(refused);
}
