export { askMessages } from "./ask-messages.ts";
export { type CallbackChannelOptions, type CallbackMessage, callbackChannel } from "./channels/callback-channel.ts";
export type { Channel, Message, MessageClient, MessageFile, Prepared, Receipt, SendState } from "./channels/channel.ts";
export { type DiscordChannelOptions, discordChannel } from "./channels/discord-channel.ts";
export { type SlackChannelOptions, slackChannel } from "./channels/slack-channel.ts";
export { type TeamsChannelOptions, teamsChannel } from "./channels/teams-channel.ts";
export { type TelegramChannelOptions, telegramChannel } from "./channels/telegram-channel.ts";
export { type TerminalChannelOptions, terminalChannel } from "./channels/terminal-channel.ts";
export { type WebhookChannelOptions, webhookChannel } from "./channels/webhook-channel.ts";
export { type ComposeEmailInput, type ComposeEmailOutput, composeEmail } from "./compose-email.ts";
export type { MailParts, MailWriter } from "./email/compose-mail.ts";
export type { Envelope, MailReceipt, MailServer } from "./email/mail-server.ts";
export { type Address, parseAddress } from "./email/parse-address.ts";
export {
  renderTemplate,
  type TemplateContext,
  type TemplateRenderer,
  type TemplateValues,
} from "./email/render-template.ts";
export { type SmtpServerOptions, smtpServer } from "./email/smtp-server.ts";
export { type MessageTool, messageTools } from "./message-tools.ts";
export type { EmailOptions, EmailTemplate, MessageToolsOptions } from "./options.ts";
export {
  type DraftAttachment,
  type EmailDraft,
  type EntryState,
  type Outbox,
  type OutboxEntry,
  type OutboxOptions,
  openOutbox,
} from "./outbox/outbox.ts";
export { noteUserText } from "./send/named-addresses.ts";
export { secretsOf } from "./send/secrets.ts";
export { type SendEmailInput, type SendEmailOutput, sendEmail } from "./send-email.ts";
export { type SendFileInput, type SendFileOutput, sendFile } from "./send-file.ts";
export { type SendMessageInput, type SendMessageOutput, sendMessage } from "./send-message.ts";
