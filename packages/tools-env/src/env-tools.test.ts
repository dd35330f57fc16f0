import { allow, contentText, createRegistry, openSession, type SessionOptions, toOpenAI } from "@holdall/tool-core";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { type EnvToolsOptions, envTools } from "./index.ts";

const open = (options: EnvToolsOptions = {}, session: Partial<SessionOptions> = {}) =>
  openSession(createRegistry(envTools(options)), { policy: allow(), ...session });

const at = (instant: string, timezone?: string) =>
  open({ now: () => new Date(instant), timeZone: "UTC" }).call("current_time", { ...(timezone && { timezone }) });

const timeAt = async (instant: string, timezone?: string) => {
  const result = await at(instant, timezone);
  if (!result.ok) throw result.error;
  return result.output;
};

describe("current_time", () => {
  it("tells local time, UTC, weekday, offset and week", async () => {
    const result = await at("2026-11-20T23:05:09.900Z", "Asia/Kolkata");
    expect(result).toMatchObject({
      ok: true,
      output: {
        timezone: expect.stringMatching(/^Asia\/(Kolkata|Calcutta)$/),
        local: "2026-11-21T04:35:09+05:30",
        utc: "2026-11-20T23:05:09Z",
        weekday: "Saturday",
        offset: "+05:30",
        week: "2026-W47",
      },
    });
    expect(contentText(result.content)).toMatch(
      /^Saturday 2026-11-21T04:35:09\+05:30 \(Asia\/\w+\), week 2026-W47\nUTC 2026-11-20T23:05:09Z$/,
    );
  });

  it.each([
    ["America/St_Johns", "2026-01-15T12:00:00Z", "2026-01-15T08:30:00-03:30"],
    ["America/New_York", "2026-07-01T00:00:00Z", "2026-06-30T20:00:00-04:00"],
    ["America/New_York", "2026-11-01T05:59:59Z", "2026-11-01T01:59:59-04:00"],
    ["America/New_York", "2026-11-01T06:00:00Z", "2026-11-01T01:00:00-05:00"],
    ["Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29T03:00:00+02:00"],
    ["Pacific/Kiritimati", "2026-12-31T10:00:00Z", "2027-01-01T00:00:00+14:00"],
    ["Asia/Kathmandu", "2026-05-05T18:15:00Z", "2026-05-06T00:00:00+05:45"],
    ["utc", "2026-05-05T00:00:00Z", "2026-05-05T00:00:00+00:00"],
  ])("%s at %s is %s", async (zone, instant, local) => {
    expect((await timeAt(instant, zone)).local).toBe(local);
  });

  it.each([
    ["2021-01-03", "2020-W53"],
    ["2021-01-04", "2021-W01"],
    ["2024-12-30", "2025-W01"],
    ["2026-12-31", "2026-W53"],
    ["2027-01-03", "2026-W53"],
  ])("%s lies in week %s", async (day, week) => {
    expect((await timeAt(`${day}T12:00:00Z`)).week).toBe(week);
  });

  it("uses the real clock and the runtime's zone by default", async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const result = await open().call("current_time", {});
    const { local, timezone } = (result.ok ? result.output : {}) as Record<string, string>;
    expect(Date.parse(local ?? "")).toBeGreaterThanOrEqual(before);
    expect(Date.parse(local ?? "")).toBeLessThanOrEqual(Date.now());
    expect(timezone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  it.each([
    ["berlin", "Did you mean Europe/Berlin? Leave timezone out"],
    ["New York", "Did you mean America/New_York?"],
    ["Europe/Berln", "Did you mean Europe/Berlin"],
    ["Nowhere at all", "Name it like Europe/Berlin or UTC."],
  ])("refuses the zone %s with the next move", async (zone, hint) => {
    const result = await at("2026-01-01T00:00:00Z", zone);
    expect(result.ok).toBe(false);
    expect(contentText(result.content)).toContain(`"${zone}" is not an IANA time zone.\n${hint}`);
  });
});

describe("env_info", () => {
  it("tells what the host said, and where", async () => {
    const surface = { shell: "bash 5.2", network: false, files: true };
    const result = await open({ platform: { os: "Linux", node: "24.21.0" }, surface }, { cwd: "/app" }).call(
      "env_info",
    );
    expect(result).toMatchObject({
      ok: true,
      output: { cwd: "/app", platform: { os: "Linux", node: "24.21.0" }, surface, dry_run: false },
    });
    expect(contentText(result.content)).toBe(
      "cwd: /app\nos: Linux\nnode: 24.21.0\nshell: bash 5.2\nnetwork: no\nfiles: yes",
    );
  });

  it("says that a dry run is one", async () => {
    const result = await open({ platform: {} }, { dryRun: true }).call("env_info");
    expect(contentText(result.content)).toBe("cwd: /\ndry run: nothing you do takes effect");
  });

  it("leaks no environment variable, user or host name by default", async () => {
    const { hostname, userInfo } = await import("node:os");
    process.env.HOLDALL_TEST_SECRET = "tell-nobody";
    const told = JSON.stringify(await open().call("env_info"));
    delete process.env.HOLDALL_TEST_SECRET;
    expect(told).toContain("Node.js");
    for (const secret of ["tell-nobody", hostname(), `"${userInfo().username}"`, userInfo().homedir]) {
      expect(told).not.toContain(secret);
    }
  });
});

it("keeps its schemas within their budget of tokens", () => {
  const [time, info] = toOpenAI(createRegistry(envTools())).map(
    ({ function: { name, description, parameters } }) =>
      encode(`${name}${description}${JSON.stringify(parameters)}`).length,
  );
  expect(time).toBeLessThanOrEqual(40);
  expect(info).toBeLessThanOrEqual(35);
});
