import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import type { OfficeOptions } from "@holdall/presets/office";
import { ToolError } from "@holdall/tool-core";
import type { Output } from "../../io.ts";
import { privateFolder } from "../../sessions/private-folder.ts";
import { UsageError } from "../../usage-error.ts";
import { outsideOfRoots } from "../ownership/folder-outside-roots.ts";
import { stateFolder } from "../ownership/user-folder.ts";
import { type IsInstalled, isInstalled } from "../read/is-installed.ts";
import type { Settings } from "../read/settings.ts";
import type { FoundMessages } from "./find-messages.ts";
import { describePlaces, makeChannel, makeEmail, variablesOf } from "./message-places.ts";
import type { MessagesConfig } from "./messages-schema.ts";

/** Channels and mail, ready to send. */
export interface OpenedMessages {
  readonly options: NonNullable<OfficeOptions["messages"]>;
  /** What must not be shown, by the variable it comes from. */
  readonly secrets: Readonly<Record<string, string>>;
}

/**
 * Open channels, mail and the outbox. Throws UsageError that names the file and what is missing: a variable, a package, a key; and
 * for an outbox among the files of the tools.
 */
export async function openMessages(
  { file, messages }: FoundMessages,
  settings: Settings,
  env: NodeJS.ProcessEnv,
  stderr: Output,
  has: IsInstalled = isInstalled,
): Promise<OpenedMessages> {
  const lacking = describePlaces(messages, env, has).filter(({ lacks }) => lacks.length > 0);
  if (lacking.length > 0)
    throw new UsageError(
      `${file}: some channels or mail cannot be used:\n${lacking.map(({ name, lacks }) => `  ${name}: ${lacks.join(", ")}`).join("\n")}`,
      [...new Set(lacking.map(({ fix }) => fix))].join(" "),
    );
  const [library, { openWebClient }] = await Promise.all([
    import("@holdall/tools-messages"),
    import("@holdall/tools-web"),
  ]);
  const { channels = [], email, per_hour: perHour, allow = [] } = messages;
  try {
    const making = {
      library,
      client: openWebClient({ allow, perHost: false }),
      env,
      // What a command prints on stdout is for programs.
      write: (text: string) => void stderr.write(text),
    };
    const made = channels.map((entry) => makeChannel(entry, making));
    const mail = email && makeEmail(email, making);
    const { path } = privateFolder(outboxFolder(messages, settings, env), (name) => outboxNames.has(name));
    const password = email?.server?.password_env;
    const variables = [...channels.flatMap(variablesOf), ...(password === undefined ? [] : [password])];
    // What a service may say of a URL. The number of a chat is not a secret: it is in the file.
    const parts = made.flatMap((channel) => (channel.kind === "telegram" ? [] : library.secretsOf(channel)));
    const values = variables.map((name) => [name, env[name] ?? ""] as const);
    const others = parts.filter((part) => values.every(([, value]) => value !== part));
    return {
      options: {
        outbox: { backend: nodeBackend({ roots: [path], private: true }), root: path },
        channels: made,
        email: mail,
        perHour,
      },
      secrets: {
        ...Object.fromEntries(values),
        ...Object.fromEntries([...new Set(others)].map((part, i) => [`webhook ${i + 1}`, part])),
      },
    };
  } catch (thrown) {
    throw ToolError.is(thrown) ? new UsageError(`${file}: ${thrown.message}`, thrown.hint) : thrown;
  }
}

/** What is in the folder of an outbox. */
const outboxNames: ReadonlySet<string> = new Set(["entries", "mails", "claims", "hour.json"]);

/** Where messages are kept. */
export const outboxPlace = ({ outbox }: MessagesConfig, env: NodeJS.ProcessEnv): string =>
  outbox ?? join(stateFolder(env), "outbox");

/** The same. Throws UsageError where a tool could write there: below a root, or above one. */
export function outboxFolder(messages: MessagesConfig, settings: Settings, env: NodeJS.ProcessEnv): string {
  const named = { isFlag: true, what: "The outbox", instead: "messages: { outbox: DIR }" };
  return outsideOfRoots(outboxPlace(messages, env), settings, named);
}
