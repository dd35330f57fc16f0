import { openSecrets } from "@holdall/middleware/node";
import { expect, it, onTestFinished } from "vitest";
import { checkRequest } from "./check-request.ts";

const value = "tkn/8fJ2mQx7+Lw0ZrT4v=";
const place = { host: "localhost", port: 443, encrypted: true };

it("a long body is searched in pieces, between which the event loop goes on, and a value across two is found", async () => {
  const secrets = openSecrets({ KEY: { env: "KEY", hosts: ["api.example"] } }, { env: { KEY: value } });
  const lengths: number[] = [];
  const watched = {
    ...secrets,
    find(text: string) {
      lengths.push(text.length);
      return secrets.find(text);
    },
  };
  let turns = 0;
  let timer = setImmediate(function count() {
    turns++;
    timer = setImmediate(count);
  });
  onTestFinished(() => clearImmediate(timer));
  const check = (body: string) => checkRequest(watched, { head: ["/"], body }, place);
  expect(await check("x y ".repeat(262_144))).toEqual({ names: new Set() });
  expect(turns).toBeGreaterThan(15);
  expect(Math.max(...lengths)).toBeLessThan(100_000);
  for (let at = 65_500; at < 65_560; at += 10)
    expect(await check("x".repeat(at) + value + "y".repeat(100_000))).toEqual({
      why: "secret:KEY is not for localhost",
    });
});
