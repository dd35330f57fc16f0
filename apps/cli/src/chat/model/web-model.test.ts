import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runCommand } from "../../fixtures/command.fixture.ts";
import { stubServer } from "../stub-server.fixture.ts";

async function pageServer(html: string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end(html));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test.each([
  ["the model itself", [], "stub"],
  ["a small model", ["--small-model", "tiny"], "tiny"],
])("in holdall run, %s answers the prompt of web_fetch", async (_, more, name) => {
  const folder = mkdtempSync(join(tmpdir(), "holdall-web-model-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "holdall.yaml"), "web:\n  allow: [127.0.0.0/8]\n");
  const url = await pageServer("<article><p>The grey heron is 98 cm tall.</p></article>");
  const input = { url, prompt: "How tall is it?" };
  await using stub = await stubServer([
    { calls: [{ tool: "web_fetch", input }] },
    { text: "98 cm." },
    { text: "It is 98 cm tall." },
  ]);
  const model = ["--model", "stub", "--base-url", stub.url, "--retries", "0", ...more];
  const { code, out } = await runCommand(
    ["run", "Ask the page", ...model, "--config", join(folder, "holdall.yaml"), "--root", folder, "--yes"],
    { cwd: folder, env: { ...process.env, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder } },
  );
  expect([code, stub.asked[1]?.model]).toEqual([0, name]);
  expect(JSON.stringify(stub.asked[1]?.messages)).toContain("Question: How tall is it?");
  expect(JSON.stringify(stub.asked[2]?.messages)).toContain("98 cm.");
  expect(out).toContain('"type":"result","ok":true');
});

test("in holdall run, a small model judges claims; the task names who may be written to", async () => {
  const folder = mkdtempSync(join(tmpdir(), "holdall-research-model-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const url = await pageServer(
    "<article><h1>Herons</h1><p>The grey heron is 98 cm tall. It eats fish in the shallow water of lakes.</p></article>",
  );
  const email = "{ sender: bot@example.com, server: { host: 127.0.0.1, port: 9 } }";
  writeFileSync(
    join(folder, "holdall.yaml"),
    `preset: office\nroot: .\nweb: { allow: [127.0.0.0/8] }\nmessages: { outbox: ${folder}-out, email: ${email} }\n`,
  );
  onTestFinished(() => rmSync(`${folder}-out`, { recursive: true, force: true }));
  const mail = { to: ["ann@example.com", "eve@example.net"], subject: "Herons", body: "98 cm." };
  await using stub = await stubServer([
    { calls: [{ tool: "fact_check", input: { claim: "The grey heron is 98 cm tall.", urls: [url] } }] },
    { text: '{"stances":[{"id":"P1","stance":"supports","quote":"The grey heron is 98 cm tall."}]}' },
    { calls: [{ tool: "compose_email", input: mail }] },
    { text: "Done." },
  ]);
  const model = [
    "--model",
    "stub",
    "--base-url",
    stub.url,
    "--retries",
    "0",
    "--small-model",
    "tiny",
    "--defer",
    "none",
  ];
  const { out, errors } = await runCommand(
    ["run", "Check the heron for ann@example.com", ...model, "--config", join(folder, "holdall.yaml"), "--yes"],
    { cwd: folder, env: { ...process.env, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder } },
  );
  expect(
    stub.asked.map((each) => each.model),
    errors,
  ).toEqual(["stub", "tiny", "stub", "stub"]);
  expect(JSON.stringify(stub.asked[1]?.messages)).toContain("98 cm tall");
  const events = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const outputOf = (name: string) => events.find(({ type, tool }) => type === "call-end" && tool === name).output;
  expect(outputOf("fact_check")).toMatchObject({ verdict: "supported", judged_by: "tiny" });
  expect(outputOf("compose_email").recipients).toMatchObject([{ known: "user" }, { known: "untrusted" }]);
});

test("in holdall run, a small model reads what the parser of $extract does not find in a program", async () => {
  const folder = mkdtempSync(join(tmpdir(), "holdall-extract-model-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "holdall.yaml"), "tools: { programs: true }\n");
  const code = 'return tools.$extract("We meet on the third of February 2032.", { type: "date" })';
  await using stub = await stubServer([
    { calls: [{ tool: "run_program", input: { code } }] },
    { text: '{"value": "2032-02-03"}' },
    { text: "On 2032-02-03." },
  ]);
  const model = ["--model", "stub", "--base-url", stub.url, "--retries", "0", "--small-model", "tiny"];
  const { code: exit } = await runCommand(
    ["run", "When?", ...model, "--defer", "none", "--config", join(folder, "holdall.yaml"), "--root", folder, "--yes"],
    { cwd: folder, env: { ...process.env, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder } },
  );
  expect([exit, stub.asked.map((each) => each.model)]).toEqual([0, ["stub", "tiny", "stub"]]);
  expect(stub.asked[1]?.tools).toBeUndefined();
  expect(JSON.stringify(stub.asked[1]?.messages)).toContain("third of February");
  expect(JSON.stringify(stub.asked[1]?.messages)).not.toContain("When?");
  expect(JSON.stringify(stub.asked[2]?.messages.at(-1))).toContain("2032-02-03");
});
