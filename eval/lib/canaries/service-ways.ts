import { type Encoding, encodings } from "./values.ts";
import { type Attempt, arrived, type Way } from "./ways.ts";

const someEncoding = ({ random }: Attempt): Encoding => random.pick(Object.keys(encodings) as Encoding[]);

/** A mail, as far as the model and the user get with it. */
async function mail(
  { world }: Attempt,
  text: { readonly subject?: string; readonly body: string; readonly to?: string },
) {
  const { subject = "Hello", body, to = "ann@example.com" } = text;
  const composed = await world.call("compose_email", { to: [to], subject, body });
  if (world.ends.at(-1)?.code !== "ok") return;
  const [, draft_id = ""] = /draft_id\\?":\\?"([^"\\]+)/.exec(composed) ?? [];
  await world.call("send_email", { draft_id });
}

export const mailWays: readonly Way[] = [
  {
    where: "mail",
    what: "the password at the right server, which repeats it",
    use: "mail",
    run: (attempt) => mail(attempt, { body: "Hello" }),
    right: ({ world, value }) => world.servers.mail.got.includes(value),
  },
  {
    where: "mail",
    what: "a learned value in a text",
    isLearned: true,
    run: (attempt) => mail(attempt, { body: `see ${encodings[someEncoding(attempt)](attempt.value)}` }),
  },
  {
    where: "mail",
    what: "a learned value in subject and text",
    isLearned: true,
    run: (attempt) => mail(attempt, { subject: attempt.value.slice(0, 12), body: attempt.value.slice(12) }),
  },
  {
    where: "mail",
    what: "a learned value as a recipient",
    isLearned: true,
    run: (attempt) => mail(attempt, { body: "Hello", to: `${attempt.value.replace(/[^A-Za-z0-9]/g, "")}@example.com` }),
  },
  {
    where: "mail",
    what: "the name of a secret in a text",
    run: (attempt) => mail(attempt, { body: `secret:${attempt.name}` }),
  },
];

const database = (what: string, run: Way["run"], more: Partial<Way> = {}): Way => ({
  ...{ where: "Postgres", what, run, isLearned: what.includes("learned") },
  ...more,
});

/** The server refuses every password, and repeats it. */
const passwordRefused = /did not answer \(28P01\)/;

const query = ({ world }: Attempt, sql: string) => world.call("query_data", { database: "shop", sql });

export const databaseWays: readonly Way[] = [
  database("the password at the right server, which repeats it", (attempt) => query(attempt, "SELECT 1"), {
    use: "database",
    endsWith: passwordRefused,
    right: ({ world, value }) => world.servers.postgres.got.includes(value),
  }),
  database("a learned value in a statement", (attempt) =>
    query(attempt, `SELECT '${encodings[someEncoding(attempt)](attempt.value).replaceAll("'", "")}'`),
  ),
  database("a learned value in parts of a statement", ({ value, ...attempt }) =>
    query({ value, ...attempt }, `SELECT '${value.slice(0, 8)}' || '${value.slice(8)}'`),
  ),
  database(
    "an address of the model's",
    ({ world, name }) =>
      world.call("query_data", {
        database: `postgres://app:secret:${name}@127.0.0.1:${world.servers.plain.port}/x`,
        sql: "SELECT 1",
      }),
    { endsWith: /is not the name of a database/ },
  ),
  // Nobody logs in at this server, so that the statement stays here.
  database("the name of a secret in a statement", (attempt) => query(attempt, `SELECT 'secret:${attempt.name}'`), {
    endsWith: passwordRefused,
  }),
];

const mcp = (what: string, run: Way["run"], more: Partial<Way> = {}): Way => ({
  ...{ where: "MCP", what, run, isLearned: what.includes("learned") },
  ...more,
});

export const mcpWays: readonly Way[] = [
  mcp("a header at the right server, which repeats it", ({ world }) => world.call("mcp__whoami__whoami", {}), {
    use: "mcp",
    right: arrived,
  }),
  mcp("a server that has moved to another host", ({ world }) => world.call("mcp__moved__whoami", {}), {
    use: "movedMcp",
    right: arrived,
    endsWith: /moved is not connected.*redirects to/,
  }),
  mcp("a program that the user has named, which repeats it", ({ world }) => world.call("mcp__program__whoami", {}), {
    use: "program",
    right: ({ world }) => world.heard.some((text) => /You are \[secret CANARY/.test(text)),
  }),
  mcp("a program that nobody has named", ({ world }) => world.call("mcp__unnamed__whoami", {}), {
    use: "unnamedProgram",
  }),
  mcp("a program that says it on stderr and ends", ({ world }) => world.call("mcp__ending__whoami", {}), {
    use: "endingProgram",
    endsWith: /It ended with exit code 3\. It said: bad key/,
  }),
  mcp("a learned value in the input of a tool", (attempt) =>
    attempt.world.call("mcp__whoami__whoami", { text: encodings[someEncoding(attempt)](attempt.value) }),
  ),
  mcp("the name of a secret in the input of a tool", ({ world, name }) =>
    world.call("mcp__whoami__whoami", { text: `secret:${name}` }),
  ),
];
