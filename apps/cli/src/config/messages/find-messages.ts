import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UsageError } from "../../usage-error.ts";
import { foreignReason } from "../ownership/ownership.ts";
import { userFolder } from "../ownership/user-folder.ts";
import type { Settings } from "../read/settings.ts";
import type { MessagesConfig } from "./messages-schema.ts";

/** Where messages go, and the file that says so. */
export interface FoundMessages {
  readonly file: string;
  readonly messages: MessagesConfig;
}

/** The user's own file, in the user's folder. */
export const ownMessages = (env: NodeJS.ProcessEnv): string => join(userFolder(env), "messages.yaml");

/** What holds where nothing is said, as in `@holdall/tools-messages`. */
const usual = { perHour: 10, maxRecipients: 20 };

/**
 * Channels and mail of a configuration that was named, or else of the user's own `messages.yaml`, which a configuration can narrow.
 * Undefined where neither has any, or where they are switched off. Throws UsageError for a file that is not understood.
 */
export async function findMessages(
  { file, config: { messages } }: Pick<Settings, "file" | "config">,
  env: NodeJS.ProcessEnv,
): Promise<FoundMessages | undefined> {
  const narrower = file !== undefined && messages ? withOutboxOf(file, messages) : undefined;
  if (narrower?.enabled === false) return undefined;
  if (file !== undefined && narrower && hasPlaces(narrower)) return { file, messages: narrower };
  const own = ownMessages(env);
  if (!existsSync(own)) return undefined;
  const why = foreignReason(own);
  if (why !== undefined) throw new UsageError(`${own} is not used: ${why}.`, `chmod 600 ${own}, as its owner.`);
  const [{ readYaml }, { messagesSchema }] = await Promise.all([
    import("../read/read-config.ts"),
    import("./messages-schema.ts"),
  ]);
  const read = withOutboxOf(own, readYaml(own, messagesSchema));
  if (read.enabled === false || !hasPlaces(read)) return undefined;
  return { file: own, messages: narrower ? narrowMessages(read, narrower) : read };
}

/** The outbox of a file starts in the file's folder. */
const withOutboxOf = (file: string, { outbox, ...rest }: MessagesConfig): MessagesConfig => ({
  ...rest,
  ...(outbox !== undefined && { outbox: resolve(dirname(file), outbox) }),
});

const hasPlaces = ({ channels, email }: MessagesConfig): boolean =>
  (channels?.length ?? 0) > 0 || email?.sender !== undefined || email?.server?.host !== undefined;

/** The user's own channels and mail, with what a configuration makes stricter. It adds nothing. */
export function narrowMessages(own: MessagesConfig, { per_hour, email, outbox }: MessagesConfig): MessagesConfig {
  const allow = intersect(own.email?.allow, email?.allow);
  const most = email?.max_recipients;
  return {
    ...own,
    ...(outbox !== undefined && { outbox }),
    ...(per_hour !== undefined && { per_hour: Math.min(per_hour, own.per_hour ?? usual.perHour) }),
    ...(own.email && {
      email: {
        ...own.email,
        ...(allow && { allow }),
        ...(most !== undefined && { max_recipients: Math.min(most, own.email.max_recipients ?? usual.maxRecipients) }),
      },
    }),
  };
}

/** Patterns of each list that are within the other; a list that is not there allows everybody. */
function intersect(one: readonly string[] | undefined, other: readonly string[] | undefined): string[] | undefined {
  if (!one || !other) return (one ?? other)?.slice();
  const within = (inner: readonly string[], outer: readonly string[]) =>
    inner.filter((each) => outer.some((wider) => isWithin(each, wider)));
  return [...new Set([...within(other, one), ...within(one, other)])];
}

/** Whether everybody that a pattern allows is allowed by another. */
function isWithin(inner: string, outer: string): boolean {
  const [a, b] = [partsOf(inner), partsOf(outer)];
  if (b.local !== "*" && a.local !== b.local) return false;
  if (a.domain === b.domain) return a.isBelow === b.isBelow;
  return b.isBelow && a.domain.endsWith(`.${b.domain}`);
}

function partsOf(pattern: string) {
  const [local = "", domain = ""] = pattern.split("@");
  const isBelow = domain.startsWith("*.");
  return { local, domain: domain.slice(isBelow ? 2 : 0).toLowerCase(), isBelow };
}
