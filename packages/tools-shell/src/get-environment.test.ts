import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { afterEach, expect, it, vi } from "vitest";
import { getEnvironment } from "./get-environment.ts";

afterEach(() => vi.unstubAllEnvs());

const ask = async (input: object, env?: Record<string, string>) => {
  await using session = openSession(createRegistry([getEnvironment({ env })]), { policy: allow() });
  const result = await session.call("get_environment", input);
  if (!result.ok) throw result.error;
  return {
    ...(result.output as { variables: Record<string, string>; hidden: string[] }),
    text: JSON.stringify(result),
  };
};

it("tells what commands see and nothing else of the host, not even that it is there", async () => {
  vi.stubEnv("HOLDALL_HOST_ONLY", "host-only-value");
  vi.stubEnv("LANG", "C.UTF-8");
  const { variables, text } = await ask({}, { CI: "1" });
  expect(variables).toMatchObject({ LANG: "C.UTF-8", CI: "1", GIT_TERMINAL_PROMPT: "0" });
  expect(text).not.toContain("host-only-value");
  expect((await ask({ names: ["HOLDALL_HOST_ONLY", "NOT_THERE", "LANG"] })).hidden).toEqual([
    "HOLDALL_HOST_ONLY",
    "NOT_THERE",
  ]);
});

it.each([
  ["DEPLOY_TOKEN", "abc"],
  ["AWS_SECRET_ACCESS_KEY", "abc"],
  ["GH", `ghp_${"a".repeat(36)}`],
  ["DATABASE_URL", "postgres://app:hunter2@db/app"],
])("masks %s", async (name, value) => {
  const { variables, text } = await ask({ names: [name] }, { [name]: value });
  expect(variables[name]).toBe("[secret]");
  expect(text).not.toContain(value);
});
