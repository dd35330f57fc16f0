import type { ToolContext } from "@holdall/tool-core";
import { secretFilters } from "@holdall/tool-kit/text";

/** A text with its secrets replaced. */
export function redactSecrets(
  written: string,
  { state }: Pick<ToolContext, "state">,
  scrub: (text: string) => string = (text) => text,
): string {
  let text = scrub(written);
  for (const filter of state(secretFilters)) {
    for (const { start, end, placeholder } of filter.hidden(text).toReversed())
      text = text.slice(0, start) + placeholder + text.slice(end);
  }
  return text;
}
