import type { Tokens } from "@holdall/chat";
import { counted } from "../../render/text.ts";

/** `1,200 tokens in (800 cached), 40 out`. */
export function tokensText({ input, cached, output }: Tokens): string {
  if (input + output === 0) return "no tokens counted";
  return `${counted(input, "token")} in${cached > 0 ? ` (${cached.toLocaleString("en")} cached)` : ""}, ${output.toLocaleString("en")} out`;
}
