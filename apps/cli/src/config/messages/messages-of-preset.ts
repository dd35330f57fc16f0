import { ToolError } from "@holdall/tool-core";
import type { Secrets } from "@holdall/tool-kit/secrets";
import type { Io } from "../../io.ts";
import { UsageError } from "../../usage-error.ts";
import type { Settings } from "../read/settings.ts";
import { findMessages } from "./find-messages.ts";
import type { OpenedMessages } from "./open-messages.ts";

/** Presets whose tools send, when the user agrees. */
const sending: readonly string[] = ["coding", "office"];

interface Messages {
  /** Throws ToolError where what was found cannot be used; the other tools work. */
  readonly options: OpenedMessages["options"] | (() => never);
  readonly secrets: OpenedMessages["secrets"];
}

/**
 * Channels and mail for a preset that sends. Throws UsageError where the preset is to send and does not, and for a file that is not
 * understood.
 */
export async function messagesOf(
  preset: string,
  settings: Settings,
  { env, stderr }: Pick<Io, "env" | "stderr">,
  secrets?: Secrets,
): Promise<Messages | undefined> {
  const found = await findMessages(settings, env);
  if (!found) return undefined;
  if (!sending.includes(preset)) {
    if (found.file !== settings.file) return undefined;
    throw new UsageError(
      `${found.file}: the preset ${preset} sends no messages.`,
      "Use --preset coding or office, or remove messages from the file.",
    );
  }
  const { openMessages } = await import("./open-messages.ts");
  try {
    const { withMessageSecrets } = await import("../secrets/message-secrets.ts");
    return await openMessages(found, settings, withMessageSecrets(found.messages, env, secrets), stderr);
  } catch (thrown) {
    // The preset for sending fails at once; in others, the call that sends fails.
    if (preset === "office" || !(thrown instanceof UsageError)) throw thrown;
    const { message, hint } = thrown;
    return {
      options: () => {
        throw new ToolError("unavailable", message, { hint: `Tell the user: ${hint ?? "see holdall doctor."}` });
      },
      secrets: {},
    };
  }
}
