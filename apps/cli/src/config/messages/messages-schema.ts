import * as z from "zod";

/** Keys and addresses with keys in them are named by their variable, so that no file has them. */
const variable = z
  .string()
  .regex(/^(?:secret:)?[A-Za-z_]\w*$/, "takes the name of an environment variable or secret:NAME, not a value");
const name = z.string().regex(/^[\w.-]{1,64}$/, "takes up to 64 letters, digits, dots, _ and -");
const recipients = z
  .string()
  .regex(/^(?:\*|[^@*\s]+)@(?:\*\.)?[^@*\s]+$/, "takes ann@example.com, *@example.com or *@*.example.com");

const slack = z.strictObject({
  name,
  kind: z.literal("slack"),
  url_env: variable.optional(),
  token_env: variable.optional(),
  channel: z.string().min(1).optional(),
});

const channel = z.discriminatedUnion("kind", [
  z.strictObject({ name, kind: z.literal("terminal") }),
  z.strictObject({ name, kind: z.literal("webhook"), url_env: variable, secret_env: variable }),
  slack.refine(
    (it) => (it.url_env === undefined) !== (it.token_env === undefined || it.channel === undefined),
    "takes url_env, or token_env and channel",
  ),
  z.strictObject({ name, kind: z.literal("discord"), url_env: variable }),
  z.strictObject({
    name,
    kind: z.literal("telegram"),
    token_env: variable,
    chat_id: z.union([z.string().min(1), z.number().int()]),
  }),
  z.strictObject({ name, kind: z.literal("teams"), url_env: variable }),
]);

const email = z.strictObject({
  sender: z.string().min(3).optional(),
  sender_name: z.string().min(1).optional(),
  server: z
    .strictObject({
      host: z.string().min(1).optional(),
      port: z.number().int().min(1).max(65_535).optional(),
      secure: z.boolean().optional(),
      user: z.string().min(1).optional(),
      password_env: variable.optional(),
    })
    .optional(),
  allow: z.array(recipients).optional(),
  max_recipients: z.number().int().positive().max(200).optional(),
  templates: z
    .record(
      z.string(),
      z.strictObject({ subject: z.string().optional(), body: z.string().optional(), html: z.string().optional() }),
    )
    .optional(),
});

/** Where messages go. A file of its own with these keys is `messages.yaml` in the user's folder. */
export const messagesSchema = z.strictObject({
  enabled: z.boolean().optional(),
  channels: z
    .array(channel)
    .refine((all) => new Set(all.map((each) => each.name)).size === all.length, "takes each name once")
    .optional(),
  allow: z.array(z.string().min(1)).optional(),
  email: email.optional(),
  per_hour: z.number().int().positive().optional(),
  outbox: z.string().min(1).optional(),
});

export type MessagesConfig = z.infer<typeof messagesSchema>;
export type ChannelConfig = z.infer<typeof channel>;
export type EmailConfig = z.infer<typeof email>;
