import { existsSync } from "node:fs";
import { nodeBackend } from "@holdall/backends-node";
import type { EntryState, OutboxEntry } from "@holdall/tools-messages";
import { oneOf, parseArguments } from "../../config/arguments.ts";
import { findMessages, ownMessages } from "../../config/messages/find-messages.ts";
import { outboxPlace } from "../../config/messages/open-messages.ts";
import { findSettings } from "../../config/read/settings.ts";
import { setupHelp, setupOptions } from "../../config/read/setup-options.ts";
import type { Io } from "../../io.ts";
import { plain } from "../../render/plain.ts";
import { print } from "../../render/print.ts";

const { root, config } = setupOptions;
export const options = { root, config, state: { type: "string" }, json: { type: "boolean" } } as const;

export const help = `holdall outbox [list] [options]: messages and mails, the newest first

${setupHelp(options)}
  --state STATE      only those that are draft, sending, sent, partly, rejected or
                     unknown (default: all but drafts)
  --json             as JSON

Each line has the id, state, kind, time and recipients, and why it was not sent.
No text, URL, token or password is shown. One that is "sending" for more than ten
minutes was interrupted: it may have arrived, and is never sent again.

Where messages go is in ~/.config/holdall/messages.yaml, or in a configuration
that --config names.

Example
  holdall outbox --state unknown`;

const states = ["draft", "sending", "sent", "partly", "rejected", "unknown"] as const;

/** List what was sent. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const { values, words } = parseArguments(argv, options, { most: 1 });
  oneOf("What to do", words[0] ?? "list", ["list"]);
  const state: EntryState | undefined = values.state === undefined ? undefined : oneOf("--state", values.state, states);
  const settings = await findSettings(values, io);
  const found = await findMessages(settings, io.env);
  const folder = outboxPlace(found?.messages ?? {}, io.env);
  const entries: OutboxEntry[] = [];
  if (existsSync(folder)) {
    const { openOutbox } = await import("@holdall/tools-messages");
    const outbox = openOutbox({ backend: nodeBackend({ roots: [folder], private: true }), root: folder });
    const isWanted = (entry: OutboxEntry) => (state === undefined ? entry.state !== "draft" : entry.state === state);
    for await (const entry of outbox.list()) if (isWanted(entry)) entries.push(entry);
  }
  if (values.json) return print(JSON.stringify(entries.map(shown), null, 2), io);
  if (entries.length > 0) return print(plain(entries.map(line).join("\n")), io);
  return print(
    `${state === undefined ? "Nothing was sent" : `Nothing is ${state}`}. Messages are kept in ${folder}; channels are named in ${ownMessages(io.env)}.`,
    io,
  );
}

const shown = ({ id, kind, state, recipients, created, started, ended, why, sha256 }: OutboxEntry) => ({
  id,
  kind,
  state,
  recipients,
  created,
  started,
  ended,
  why,
  sha256,
});

const line = ({ id, kind, state, recipients, created, started, ended, why }: OutboxEntry): string =>
  `${id}  ${state.padEnd(8)}  ${kind.padEnd(7)}  ${ended ?? started ?? created}  ${recipients.join(", ")}${why === undefined ? "" : `  (${why})`}`;
