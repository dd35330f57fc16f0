import { findMessages, ownMessages } from "../config/messages/find-messages.ts";
import { describePlaces } from "../config/messages/message-places.ts";
import { outboxFolder } from "../config/messages/open-messages.ts";
import { type IsInstalled, isInstalled } from "../config/read/is-installed.ts";
import type { Settings } from "../config/read/settings.ts";
import { findSecrets } from "../config/secrets/find-secrets.ts";
import { withMessageSecrets } from "../config/secrets/message-secrets.ts";
import { UsageError } from "../usage-error.ts";
import type { Finding } from "./finding.ts";

/** Check which channels and mail servers are set up, and where messages are stored. Only the names of variables are shown. */
export async function checkMessages(
  settings: Settings,
  env: NodeJS.ProcessEnv,
  has: IsInstalled = isInstalled,
): Promise<Finding[]> {
  try {
    const found = await findMessages(settings, env);
    if (!found) {
      const text = "no channels or mail are configured";
      return [
        { name: "messages", state: "missing", text, fix: `list channels in ${ownMessages(env)}, then --preset office` },
      ];
    }
    const secrets = await findSecrets(settings, undefined, env);
    const filled = withMessageSecrets(found.messages, env, secrets);
    const places = describePlaces(found.messages, filled, has).map(({ name, lacks, fix }): Finding => {
      const finding = { name: `messages: ${name}` };
      if (lacks.length === 0) return { ...finding, state: "works", text: `ready, by ${found.file}` };
      return { ...finding, state: "missing", text: `${lacks.join(", ")}; ${found.file}`, fix };
    });
    const kept = outboxFolder(found.messages, settings, env);
    return [...places, { name: "messages: outbox", state: "works", text: `${kept}; holdall outbox lists it` }];
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    return [{ name: "messages", state: "missing", text: thrown.message, fix: thrown.hint ?? "correct the file" }];
  }
}
