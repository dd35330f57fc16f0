import type { Json } from "@holdall/tool-core";
import { UsageError } from "../usage-error.ts";

/** What a run is answered: yes, no or JSON. Throws UsageError for anything else. */
export function parseAnswer(text: string): Json {
  if (text === "yes" || text === "no") return text === "yes";
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new UsageError("The answer is not JSON.", `yes, no, or '{"approved": false, "reason": "not today"}'.`);
  }
}
