import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localhostCertificate } from "../packages/tools-web/src/http/localhost-certificate.fixture.ts";
import { runRound, ways } from "./lib/canaries/run-canaries.ts";
import { encodings, hasCanary, makeCanary } from "./lib/canaries/values.ts";
import { seeded } from "./lib/seeded.ts";

const usual = getCACertificates("default");
beforeAll(() => setDefaultCACertificates([...usual, localhostCertificate.cert]));
afterAll(() => setDefaultCACertificates(usual));

/** Each command takes a shell and a proxy of its own; the others are quick. */
const oneOf = { shell: 5, web: 2, MCP: 1, mail: 1, Postgres: 1 };

test("canaries reach the right host and nothing else, in a sample of ways", async () => {
  const random = seeded(7);
  const some = ways.filter(({ use, where }) => use !== undefined || random.below(oneOf[where]) === 0);
  const outcomes = await runRound(7, some);
  const names = (kept: typeof outcomes) => kept.map(({ way, out }) => `${way.where}, ${way.what}: ${out.join(", ")}`);
  expect(names(outcomes.filter(({ out }) => out.length > 0))).toEqual([]);
  expect(names(outcomes.filter(({ right }) => right === false))).toEqual([]);
  expect(outcomes.filter(({ right }) => right).length).toBeGreaterThan(8);
}, 60_000);

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
