import { abortCases } from "../tools/abort.ts";
import { descriptionCases } from "../tools/description.ts";
import { effectCases } from "../tools/effects.ts";
import { resultCases } from "../tools/result.ts";
import { vocabularyCases } from "../tools/vocabulary.ts";
import type { ToolCase } from "./tool-case.ts";

/** All rules of the tool contract. */
export const toolCases: readonly ToolCase[] = [
  ...descriptionCases,
  ...vocabularyCases,
  ...resultCases,
  ...abortCases,
  ...effectCases,
];
