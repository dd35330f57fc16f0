import type { Channel, EmailOptions } from "@holdall/tools-messages";
import { type IsInstalled, isInstalled } from "../read/is-installed.ts";
import type { ChannelConfig, EmailConfig, MessagesConfig } from "./messages-schema.ts";

/** A channel, or mail, with what it lacks. */
export interface MessagePlace {
  /** `slack ops`, `mail`. */
  readonly name: string;
  readonly lacks: readonly string[];
  /** What to do about it. */
  readonly fix: string;
}

/** What each channel, and mail, lacks before it can be used. No value of a variable is shown. */
export function describePlaces(
  { channels = [], email }: MessagesConfig,
  env: NodeJS.ProcessEnv,
  has: IsInstalled = isInstalled,
): MessagePlace[] {
  const places = channels.map((channel): MessagePlace => {
    const lacks = variablesOf(channel).flatMap((variable) => lackOf(variable, env, variable === urlOf(channel)));
    return { name: `${channel.kind} ${channel.name}`, lacks, fix: fixOf(lacks) };
  });
  return email ? [...places, describeMail(email, env, has)] : places;
}

function describeMail({ sender, server }: EmailConfig, env: NodeJS.ProcessEnv, has: IsInstalled): MessagePlace {
  const { host, user, password_env: password } = server ?? {};
  const lacks = [
    ...(sender === undefined ? ["sender is missing"] : []),
    ...(host === undefined ? ["server.host is missing"] : []),
    ...(user !== undefined && password === undefined ? ["server.password_env is missing"] : []),
    ...(password === undefined ? [] : lackOf(password, env, false)),
  ];
  if (has("nodemailer")) return { name: "mail", lacks, fix: fixOf(lacks) };
  return {
    name: "mail",
    lacks: [...lacks, "nodemailer is not installed"],
    fix: "npm install nodemailer, where holdall is installed",
  };
}

const fixOf = (lacks: readonly string[]): string =>
  lacks.some((lack) => lack.includes(" is not set") || lack.includes("URL"))
    ? "Set the variable in the environment of holdall, or remove the entry."
    : "Complete the entry, or remove it.";

function lackOf(variable: string, env: NodeJS.ProcessEnv, isUrl: boolean): string[] {
  const value = env[variable];
  if (value === undefined || value === "") return [`${variable} is not set`];
  const url = isUrl && URL.canParse(value) ? new URL(value) : undefined;
  return isUrl && !/^https?:$/.test(url?.protocol ?? "") ? [`the value of ${variable} is not a URL`] : [];
}

const urlOf = (channel: ChannelConfig): string | undefined => ("url_env" in channel ? channel.url_env : undefined);

/** The variables that a channel takes. */
export const variablesOf = (channel: ChannelConfig): string[] =>
  Object.entries(channel).flatMap(([key, value]) => (key.endsWith("_env") && typeof value === "string" ? value : []));

type Library = typeof import("@holdall/tools-messages");
type Client = Parameters<Library["slackChannel"]>[0]["client"];

export interface Making {
  readonly library: Library;
  readonly client: Client;
  readonly env: NodeJS.ProcessEnv;
  /** Writes to the person's terminal. */
  write(text: string): void;
}

/** A channel whose entry lacks nothing. */
export function makeChannel(entry: ChannelConfig, { library, client, env, write }: Making): Channel {
  const value = (variable: string) => env[variable] ?? "";
  const { name } = entry;
  switch (entry.kind) {
    case "terminal":
      return library.terminalChannel({ name, write });
    case "webhook":
      return library.webhookChannel({ name, client, url: value(entry.url_env), secret: value(entry.secret_env) });
    case "slack":
      return entry.url_env === undefined
        ? library.slackChannel({ name, client, token: value(entry.token_env ?? ""), channel: entry.channel })
        : library.slackChannel({ name, client, url: value(entry.url_env) });
    case "discord":
      return library.discordChannel({ name, client, url: value(entry.url_env) });
    case "telegram":
      return library.telegramChannel({ name, client, token: value(entry.token_env), chatId: String(entry.chat_id) });
    case "teams":
      return library.teamsChannel({ name, client, url: value(entry.url_env) });
  }
}

/** Mail of a configuration that lacks nothing. Throws ToolError for a sender that is not an address. */
export function makeEmail(email: EmailConfig, { library, env }: Pick<Making, "library" | "env">): EmailOptions {
  const { host = "", port, secure, user, password_env: password } = email.server ?? {};
  return {
    sender: library.parseAddress(email.sender ?? "").address,
    senderName: email.sender_name,
    server: library.smtpServer({
      host,
      port,
      secure,
      user,
      password: password === undefined ? undefined : env[password],
    }),
    allow: email.allow,
    maxRecipients: email.max_recipients,
    templates: email.templates,
  };
}
