import { composeEmail } from "./compose-email.ts";
import type { MessageToolsOptions } from "./options.ts";
import { sendEmail } from "./send-email.ts";
import { sendFile } from "./send-file.ts";
import { sendMessage } from "./send-message.ts";

/** One of these tools. */
export type MessageTool = ReturnType<typeof sendMessage | typeof sendFile | typeof composeEmail | typeof sendEmail>;

/**
 * Create the tools of this package that have a destination: those for channels if there are any, and those for email if it is
 * configured.
 */
export function messageTools(options: MessageToolsOptions): readonly MessageTool[] {
  const { channels = [], email } = options;
  const takesFiles = channels.some(({ limits }) => limits.files > 0);
  return [
    ...(channels.length > 0 ? [sendMessage(options)] : []),
    ...(takesFiles ? [sendFile(options)] : []),
    ...(email ? [composeEmail({ ...options, email }), sendEmail({ ...options, email })] : []),
  ];
}
