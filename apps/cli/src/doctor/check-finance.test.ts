import { expect, test } from "vitest";
import { checkFinance } from "./check-finance.ts";

test("providers of prices are told where the configuration asks for them, with the variables that the others lack", async () => {
  for (const finance of [undefined, {}, { enabled: false }])
    expect(await checkFinance({ config: { finance } }, {})).toMatchObject([
      { name: "finance", state: "missing", fix: expect.stringContaining("--config") },
    ]);
  const config = { finance: { providers: ["finnhub" as const, "twelve-data" as const, "ecb" as const] } };
  const findings = await checkFinance({ config }, { FINNHUB_API_KEY: "xyzzy123" });
  expect(findings).toEqual([
    {
      name: "finance: twelve-data",
      state: "missing",
      text: "TWELVE_DATA_API_KEY is not set",
      fix: "set TWELVE_DATA_API_KEY to ask it",
    },
    { name: "finance: finnhub", state: "works", text: "FINNHUB_API_KEY is set" },
    { name: "finance: ecb", state: "works", text: "needs no key" },
  ]);
});
