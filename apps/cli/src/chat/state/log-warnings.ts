import type { LogWarningsFunction } from "ai";
import type { Output } from "../../io.ts";

/** Tell on stderr what a provider warns of, each thing once. */
export function logWarningsOnce(stderr: Output): void {
  const told = new Set<string>();
  const log: LogWarningsFunction = ({ warnings, provider, model }) => {
    for (const warning of warnings) {
      const { feature = "", details, message } = warning as Readonly<Record<string, string | undefined>>;
      const text = message ?? details ?? `${feature} is not supported.`;
      if (told.has(text)) continue;
      told.add(text);
      stderr.write(`${provider} ${model}: ${text}\n`);
    }
  };
  globalThis.AI_SDK_LOG_WARNINGS = log;
}
