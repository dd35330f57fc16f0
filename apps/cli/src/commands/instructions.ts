import { parseArguments } from "../config/arguments.ts";
import { setUp, setupHelp, setupOptions } from "../config/setup.ts";
import { print } from "../render/print.ts";

export const help = `holdall instructions [options]: what a system prompt should say of the tools

${setupHelp}

The same options give the same bytes, so that prompts can be cached.`;

/** Print the preset's instructions. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArguments(argv, setupOptions, { most: 0 });
  await using setup = await setUp(values);
  const { preset } = setup;
  return print(preset.instructions);
}
