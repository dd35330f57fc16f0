import type { TurnFailure } from "@holdall/chat";
import type { Screen } from "../../render/screen.ts";
import { styleFor } from "../../render/style.ts";
import { wrap } from "../../render/text.ts";

/** Why something did not come to its end, and what to do about it. */
export function failureLines({ message, hint }: TurnFailure, screen: Screen): string[] {
  const { red } = styleFor(screen);
  if (screen.spoken)
    return [`Error: ${message}`, hint].flatMap((text) => (text === "" ? [] : wrap(text, screen.width, "broken")));
  return [
    ...wrap(message, screen.width - 4).map((line, i) => red(i === 0 ? `  ✗ ${line}` : `    ${line}`)),
    ...(hint === "" ? [] : wrap(hint, screen.width - 6)).map((line, i) =>
      i === 0 ? `    → ${line}` : `      ${line}`,
    ),
  ];
}
