import { ToolError } from "@holdall/tool-core";
import type { Provider } from "./provider.ts";

/** Throws `invalid_input` where there is no user to ask. */
export function needsProvider(tool: string, providers: readonly Provider[]): void {
  if (providers.length > 0) return;
  throw new ToolError("invalid_input", `${tool} has no provider.`, {
    hint: "Set TWELVE_DATA_API_KEY, FINNHUB_API_KEY or ALPHA_VANTAGE_API_KEY, or give it one.",
  });
}
