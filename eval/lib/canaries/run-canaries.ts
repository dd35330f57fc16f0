import { compact } from "../../../packages/compaction/src/index.ts";
import { seeded } from "../seeded.ts";
import { databaseWays, mailWays, mcpWays } from "./service-ways.ts";
import { shellWays } from "./shell-ways.ts";
import { hasCanary, makeCanary } from "./values.ts";
import { untriedReason, type Way } from "./ways.ts";
import { webWays } from "./web-ways.ts";
import { inWorld, type Uses, type World } from "./world.ts";

export const ways: readonly Way[] = [...shellWays, ...webWays, ...mcpWays, ...mailWays, ...databaseWays];

/** The result of one canary. */
export interface Outcome {
  readonly way: Way;
  /** Why the way has shown nothing; undefined if it ran. */
  readonly untried: string | undefined;
  /** Where the value was found though it must not be. */
  readonly out: readonly string[];
  /** Whether the right server got it; undefined where none should. */
  readonly right: boolean | undefined;
}

/** One round: a world in which each way has a secret of its own. */
export async function runRound(seed: number, chosen: readonly Way[] = ways): Promise<readonly Outcome[]> {
  const random = seeded(seed);
  const names = ways.map((_, at) => `CANARY_${at}`);
  const values = Object.fromEntries(names.map((name) => [name, makeCanary(random)]));
  const nameOf = (way: Way) => names[ways.indexOf(way)] ?? "";
  const uses = Object.fromEntries(ways.flatMap((way) => (way.use ? [[way.use, nameOf(way)]] : []))) as unknown as Uses;
  const found: (Omit<Outcome, "out"> & { readonly value: string; readonly out: string[] })[] = [];
  let conversation = "";
  const { left } = await inWorld(values, uses, async (world) => {
    for (const way of chosen) {
      const name = nameOf(way);
      const value = values[name] ?? "";
      const attempt = { world, name, value, random };
      const before = world.heard.length;
      await way.run(attempt);
      const untried = untriedReason(way, world.ends.slice(before));
      const surfaces = { "what the model gets": world.heard.slice(before).join("\n"), ...wrongPlaces(world) };
      const out = Object.entries(surfaces).flatMap(([where, text]) => (hasCanary(text, value) ? [where] : []));
      found.push({ way, untried, value, out, right: way.right?.(attempt) });
    }
    conversation = await compacted(world);
  });
  const all = { ...left, "a compaction summary": conversation };
  const placesOf = ({ isLearned }: Way) =>
    Object.entries(all).filter(([where]) => !(isLearned && /audit|recording|events|state$/.test(where)));
  return found.map(({ way, untried, value, out, right }) => ({
    ...{ way, untried, right },
    out: [...out, ...placesOf(way).flatMap(([where, text]) => (hasCanary(text, value) ? [where] : []))],
  }));
}

/** What servers got that are for no secret. */
const wrongPlaces = ({ servers: { wrong, plain, mail } }: World) => ({
  "the wrong host": wrong.got.join("\n"),
  "plain HTTP": plain.got.join("\n"),
  // The password is there rightly. What a mail has of its own would part a subject and its text.
  mails: mail.got.filter((line, at) => !isPassword(mail.got, at) && !ofMail.test(line)).join("\n"),
});

const ofMail = /^(?:EHLO|MAIL|DATA|QUIT|\.$|$|(?:From|To|Message-ID|Date|Content-[A-Za-z-]+|MIME-Version): )/;

/** The line after the greeting. */
const isPassword = (lines: readonly string[], at: number): boolean => /^EHLO/.test(lines[at - 1] ?? "");

/** The conversation as a compaction shortens it, with its notes. */
async function compacted({ heard }: World): Promise<string> {
  const messages = [
    { role: "user" as const, content: "Try the secrets." },
    ...heard.flatMap((text, at) => [
      {
        role: "assistant" as const,
        content: [{ type: "tool-call" as const, toolCallId: `c${at}`, toolName: "bash", input: { command: "x" } }],
      },
      {
        role: "tool" as const,
        content: [
          {
            type: "tool-result" as const,
            toolCallId: `c${at}`,
            toolName: "bash",
            output: { type: "text" as const, value: text },
          },
        ],
      },
    ]),
  ];
  const done = await compact({ messages, budget: 2_000 });
  return JSON.stringify(done);
}
