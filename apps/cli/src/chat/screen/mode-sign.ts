import type { Mode } from "@holdall/permissions";
import type { Screen } from "../../render/screen.ts";
import { styleFor } from "../../render/style.ts";

/** The mode before the prompt: nothing for the usual one, red where nothing is asked. */
export function modeSign(mode: Mode, screen: Screen): string {
  if (mode === "default") return "";
  const { red, cyan } = styleFor(screen);
  const sign = `${mode.replace("_", " ")} `;
  return mode === "bypass" ? red(sign) : cyan(sign);
}
