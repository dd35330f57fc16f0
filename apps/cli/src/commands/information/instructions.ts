import { parseArguments } from "../../config/arguments.ts";
import { setupHelp, setupOptionsWithout } from "../../config/read/setup-options.ts";
import type { Io } from "../../io.ts";
import { print } from "../../render/print.ts";
import { setUp } from "../../setup/set-up.ts";

export const options = setupOptionsWithout("audit", "sandbox", "verbose");

export const help = `holdall instructions [options]: what a system prompt should say of the tools

${setupHelp(options)}

The same options give the same bytes, so that prompts can be cached.`;

/** Print the preset's instructions. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const { values } = parseArguments(argv, options, { most: 0 });
  await using setup = await setUp(values, io);
  const { preset } = setup;
  return print(preset.instructions, io);
}
