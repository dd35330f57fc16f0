import { tmpdir } from "node:os";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSecrets } from "../packages/middleware/src/node.ts";
import { coding } from "../packages/presets/src/sets/coding.ts";
import { chooseSandbox } from "../packages/sandbox/src/index.ts";
import { openSession } from "../packages/tool-core/src/index.ts";
import { localhostCertificate } from "../packages/tools-web/src/http/localhost-certificate.fixture.ts";
import { openWebClient } from "../packages/tools-web/src/index.ts";
import { runRound, ways } from "./lib/canaries/run-canaries.ts";
import { openTlsServer } from "./lib/canaries/servers.ts";
import { encodings, hasCanary, makeCanary } from "./lib/canaries/values.ts";
import { untriedReason } from "./lib/canaries/ways.ts";
import { withoutSocat } from "./lib/canaries/without-socat.ts";
import { seeded } from "./lib/seeded.ts";

const usual = getCACertificates("default");
beforeAll(() => setDefaultCACertificates([...usual, localhostCertificate.cert]));
afterAll(() => setDefaultCACertificates(usual));

/** Each command takes a shell and a proxy of its own; the others are quick. */
const oneOf = { shell: 9, web: 3, MCP: 1, mail: 1, Postgres: 1 };

const { sandbox } = await chooseSandbox({ roots: [import.meta.dirname], namedSecrets: openSecrets({}) });
const lacks = sandbox.masksSecrets ? "" : " (skipped: no sandbox here can mask secrets)";

// The commands of the sample need a sandbox that masks; the name says what is missing.
test.skipIf(lacks).each(["the sandbox of the machine", "the relay of bubblewrap"])(
  `canaries reach the right host and nothing else, in a sample of ways, by %s${lacks}`,
  async (by) => {
    const isRelay = by === "the relay of bubblewrap";
    using _ = isRelay ? withoutSocat() : undefined;
    const random = seeded(7);
    const sample = ways.filter(({ use, where }) => use !== undefined || random.below(oneOf[where]) === 0);
    const some = isRelay ? sample.filter(({ where }) => where === "shell") : sample;
    const outcomes = await runRound(7, some);
    const names = (kept: typeof outcomes) => kept.map(({ way, out }) => `${way.where}, ${way.what}: ${out.join(", ")}`);
    expect(names(outcomes.filter(({ out }) => out.length > 0))).toEqual([]);
    expect(outcomes.flatMap(({ way, untried }) => (untried ? [`${way.what}: ${untried}`] : []))).toEqual([]);
    expect(names(outcomes.filter(({ right }) => right === false))).toEqual([]);
    expect(outcomes.filter(({ right }) => right).length).toBeGreaterThan(isRelay ? 1 : 8);
  },
  120_000,
);

test("without the guard and the scrubber, the same ways let canaries out", async () => {
  await using wrong = await openTlsServer(() => "");
  const value = makeCanary(seeded(11));
  const client = openWebClient({ allow: ["127.0.0.0/8"] });
  const preset = coding({
    root: tmpdir(),
    middleware: false,
    history: false,
    shell: { env: { KEY: value } },
    web: { client },
  });
  await using session = openSession(preset.registry, { ...preset, approve: () => true });
  const seen = await session.call("bash", { command: "echo $KEY | rev" });
  expect(hasCanary(JSON.stringify(seen), value)).toBe(true);
  await session.call("fetch_url", { url: `https://127.0.0.1:${wrong.port}/?k=${encodeURIComponent(value)}` });
  expect(hasCanary(wrong.got.join(), value)).toBe(true);
});

test("a way whose calls fail for another reason, or whose program is missing, has not been tried", () => {
  const reasonOf = (code: string, text: string, endsWith?: RegExp) =>
    untriedReason({ ...(endsWith && { endsWith }) }, [{ tool: "bash", code, text }]);
  expect(untriedReason({}, [])).toBe("it made no call");
  expect(reasonOf("ok", "You sent [secret A]")).toBeUndefined();
  expect(reasonOf("permission_denied", "secret:A is not for 127.0.0.1:1. Nothing was sent.")).toBeUndefined();
  expect(reasonOf("permission_denied", "Not permitted: the user declined bash")).toContain(
    "ended with permission_denied",
  );
  expect(reasonOf("internal", "The tool failed")).toContain("ended with internal");
  expect(reasonOf("internal", "The tool failed", /tool failed/)).toBeUndefined();
  expect(reasonOf("ok", "bash: line 1: python3: command not found")).toBe("python3: command not found");
  expect(reasonOf("ok", "bash: line 1: [secret A]: command not found")).toBeUndefined();
});

test("a canary is found in every encoding, in pieces, and not in other texts", () => {
  const random = seeded(3);
  for (let round = 0; round < 50; round++) {
    const value = makeCanary(random);
    for (const [name, encode] of Object.entries(encodings))
      expect([name, hasCanary(`so ${encode(value)}.`, value)]).toEqual([name, true]);
    expect(hasCanary(`?a=${value.slice(0, 9)}/${value.slice(9)}`, value)).toBe(true);
    expect(hasCanary(`only ${value.slice(0, -4)}`, value)).toBe(false);
    expect(hasCanary(makeCanary(random), value)).toBe(false);
  }
});
