import type { Io } from "../io.ts";
import { UsageError } from "../usage-error.ts";
import { findMessages } from "./find-messages.ts";
import { type OpenedMessages, openMessages } from "./open-messages.ts";
import type { Settings } from "./settings.ts";

/**
 * Messages of the preset `office`, where a person has chosen it: a configuration that was only found does not. Throws UsageError
 * where another preset is to send, and as `openMessages` does.
 */
export async function messagesOfPreset(
  preset: string,
  settings: Settings,
  { isChosen }: { readonly isChosen: boolean },
  { env, stderr }: Pick<Io, "env" | "stderr">,
): Promise<OpenedMessages | undefined> {
  const found = findMessages(settings, env);
  if (!found) return undefined;
  if (preset !== "office") {
    if (found.file !== settings.file) return undefined;
    throw new UsageError(
      `${found.file}: the preset ${preset} sends no messages.`,
      "Use --preset office, or remove messages from the file.",
    );
  }
  if (isChosen) return await openMessages(found, settings, env, stderr);
  stderr.write(
    `${settings.file} was only found, so the preset that it chooses sends no messages. To send with ${found.file}, use --preset office.\n`,
  );
  return undefined;
}
