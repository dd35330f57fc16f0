import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { runCommand } from "../fixtures/command.fixture.ts";
import { makeProject, type Project } from "../hosts/host.fixture.ts";
import { agentsSchema } from "./read/schema.ts";

// By path: the agent is a fixture of the package.
const script = new URL("../../../../packages/acp/src/client/fixtures/scripted-agent.fixture.ts", import.meta.url);
const acp = [process.execPath, fileURLToPath(script)];

/** A configuration with one agent, in the project. */
const configure = ({ put }: Project, agent: object): string =>
  put("holdall.config.yaml", JSON.stringify({ agents: { own: [agent] } }));

const call = ({ root, env }: Project, lines: readonly string[], flags: readonly string[] = [], more = {}) =>
  runCommand(
    [
      "call",
      "task",
      JSON.stringify({ agent: "other", prompt: lines.join("\n") }),
      "--yes",
      "--sandbox",
      "off",
      ...flags,
    ],
    { cwd: root, env: { ...env, ...more } },
  );

test("attack: a program that only a checkout names is not started, and the reason and the next move are told", async () => {
  using project = makeProject();
  const file = configure(project, { name: "other", acp });
  const { out, errors } = await call(project, ["disk started.txt yes"]);
  expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: "unavailable" } });
  expect(errors).toContain("agents.own: it would start programs that can change your files");
  expect(errors).toContain(`--config ${file} says that you trust it`);
  expect(existsSync(join(project.root, "started.txt"))).toBe(false);
});

test("one of a configuration that was named works, with the variables that it names", async () => {
  using project = makeProject();
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the configuration has this form
  const file = configure(project, { name: "other", acp, env: { GIVEN: "${OWN_KEY}" } });
  const lines = ["disk started.txt yes", "env GIVEN", "env OWN_KEY"];
  const { out } = await call(project, lines, ["--config", file], { OWN_KEY: "from-me" });
  expect(JSON.parse(out)).toMatchObject({
    ok: true,
    output: { end: "completed", report: "changed started.txt\nGIVEN=from-me\nOWN_KEY=unset" },
  });
  expect(readFileSync(join(project.root, "started.txt"), "utf8")).toBe("yes\n");
  const missing = await call(project, lines, ["--config", file]);
  expect(missing).toMatchObject({ code: 2, errors: expect.stringContaining("names the environment variable OWN_KEY") });
});

test("one of the user's own file counts everywhere, unless everybody could have written it", async () => {
  using project = makeProject();
  const folder = join(project.base, "config/holdall");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "agents.yaml");
  writeFileSync(file, JSON.stringify({ own: [{ name: "other", acp }] }));
  const { out } = await call(project, ["say Hi."]);
  expect(JSON.parse(out)).toMatchObject({ ok: true, output: { report: "Hi." } });
  chmodSync(file, 0o666);
  expect(await call(project, ["say Hi."])).toMatchObject({
    code: 2,
    errors: expect.stringContaining("everybody can write to"),
  });
});

test("those above a process count for its depth", async () => {
  using project = makeProject();
  const file = configure(project, { name: "other", acp });
  const { out } = await call(project, ["say Hi."], ["--config", file], { HOLDALL_AGENT_DEPTH: "2" });
  expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: "unavailable" } });
});

test.each([
  [{ name: "other" }, "agents.own.0.description: is required, unless the agent has acp"],
  [{ name: "other", acp, tools: ["read_file"] }, "agents.own.0.tools: does not apply to an agent with acp"],
  [{ name: "other", description: "x", domains: ["a.b"] }, "agents.own.0.domains: applies only to an agent with acp"],
  [{ name: "other", acp: [] }, "agents.own.0.acp"],
  [{ name: "other", acp, env: { "A B": "x" } }, "agents.own.0.env.A B"],
])("a configuration that is wrong says where: %j", async (agent, problem) => {
  using project = makeProject();
  const file = configure(project, agent);
  expect(await call(project, ["say Hi."], ["--config", file])).toMatchObject({
    code: 2,
    errors: expect.stringContaining(problem),
  });
});

test("a command that no model waits for has no agents but programs", async () => {
  using project = makeProject();
  const file = configure(project, { name: "other", description: "Has no model here." });
  const { out } = await call(project, ["say Hi."], ["--config", file]);
  expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: "unavailable" } });
});

test("the example of the guide is one that is understood", () => {
  const guide = readFileSync(new URL("../../../../docs/guides/subagents.md", import.meta.url), "utf8");
  const [, example = ""] = /```yaml\n(own:[\s\S]*?)```/.exec(guide) ?? [];
  expect(agentsSchema.parse(parse(example)).own).toMatchObject([{ name: "gemini", acp: ["gemini", "--acp"] }]);
});
