import { ToolError } from "@holdall/tool-core";
import { placeOfUrl, type SecretPlace, type Secrets, secretFor, secretNames } from "@holdall/tool-kit/secrets";
import { UsageError } from "../../usage-error.ts";
import type { ChannelConfig, MessagesConfig } from "../messages/messages-schema.ts";

/** Where the services are that take a token. */
const services = { slack: "slack.com", telegram: "api.telegram.org" } as const;

/**
 * The environment in which the variables of channels and mail are looked up, with the values of those that are written as
 * `secret:NAME`. Throws UsageError for one whose hosts do not have the service, and for one that has no value.
 */
export function withMessageSecrets(
  { channels = [], email }: MessagesConfig,
  env: NodeJS.ProcessEnv,
  secrets: Secrets | undefined,
): NodeJS.ProcessEnv {
  const values: Record<string, string> = {};
  const fill: Fill = (variable, placeFor) => {
    const [name] = variable === undefined ? [] : secretNames(variable);
    if (variable === undefined || name === undefined) return;
    if (!secrets) throw new UsageError(`There is no secret ${name}.`, "Add it to ~/.config/holdall/secrets.yaml.");
    const value = secrets.read(name);
    const place = placeFor(value);
    // A key that signs is sent nowhere, but used.
    if (typeof place === "string") secrets.noteUse({ name, to: place });
    else secretFor(secrets, name, place);
    values[variable] = value;
  };
  try {
    for (const channel of channels) fillChannel(channel, fill);
    const { host = "", secure = false, port = secure ? 465 : 587, password_env: password } = email?.server ?? {};
    // Nothing is sent before TLS, except to loopback.
    fill(password, () => ({ host, port, encrypted: true }));
  } catch (thrown) {
    throw ToolError.is(thrown) ? new UsageError(`messages: ${thrown.message}`, thrown.hint) : thrown;
  }
  return Object.keys(values).length === 0 ? env : { ...env, ...values };
}

/** Put a value in for a place, or for a use that sends it nowhere. */
type Fill = (variable: string | undefined, placeFor: (value: string) => SecretPlace | string) => void;

function fillChannel(channel: ChannelConfig, fill: Fill): void {
  const url = (value: string) => {
    if (URL.canParse(value)) return placeOfUrl(value);
    throw new ToolError("invalid_input", `The secret of the channel ${channel.name} is not a URL.`);
  };
  if ("url_env" in channel) fill(channel.url_env, url);
  if (channel.kind === "webhook") fill(channel.secret_env, () => `signatures of ${channel.name}`);
  if (channel.kind === "slack" || channel.kind === "telegram") {
    const host = services[channel.kind];
    fill(channel.token_env, () => ({ host, port: 443, encrypted: true }));
  }
}
