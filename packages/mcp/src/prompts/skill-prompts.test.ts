import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, firstOf, openSession } from "@holdall/tool-core";
import { loadSkill, openSkills, skillFolder, skillPolicy } from "@holdall/tools-skills";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { serveHttp } from "../http.ts";
import { skillPrompts } from "./skill-prompts.ts";

const skillText = (name: string, body: string) => `---\nname: ${name}\ndescription: Does ${name}.\n---\n${body}`;
const long = Array.from({ length: 3000 }, (_, line) => `Rule ${line} of many.`).join("\n");
const backend = memoryBackend({
  files: {
    "/user/commit/SKILL.md": skillText("commit", "Commit small.\n"),
    "/user/rules/SKILL.md": skillText("rules", long),
    "/project/deploy/SKILL.md": skillText("deploy", "Deploy with care.\n"),
  },
});

async function withPrompts(era: "legacy" | "modern", decision?: string) {
  const sources = (["user", "project"] as const).map((scope) => skillFolder({ backend, root: `/${scope}`, scope }));
  const skills = await openSkills({ sources });
  const tool = loadSkill({ skills });
  const policy = firstOf(skillPolicy(skills), allow());
  const server = await serveHttp(() => openSession(createRegistry([tool]), { policy }), {
    onError: () => {},
    prompts: [skillPrompts(() => skills)],
  });
  const asked: string[] = [];
  const client = new Client(
    { name: "prompted", version: "1" },
    {
      versionNegotiation: { mode: era === "legacy" ? "legacy" : { pin: "2026-07-28" } },
      capabilities: decision === undefined ? {} : { elicitation: {} },
    },
  );
  if (decision !== undefined) {
    client.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params.message);
      return { action: "accept", content: { decision } };
    });
  }
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  const textOf = async (name: string, request?: string) => {
    const { messages } = await client.getPrompt({ name, arguments: request === undefined ? {} : { request } });
    return messages.map(({ content }) => (content.type === "text" ? content.text : content.type));
  };
  return { client, asked, textOf, [Symbol.asyncDispose]: () => server.close() };
}

describe.each(["legacy", "modern"] as const)("skills as prompts for a %s client", (era) => {
  it("are listed, without what an untrusted one says of itself", async () => {
    await using at = await withPrompts(era);
    const { prompts } = await at.client.listPrompts();
    expect(prompts.map(({ name, description }) => [name, description])).toEqual([
      ["commit", "Does commit."],
      ["deploy", undefined],
      ["rules", "Does rules."],
    ]);
  });

  it("are given whole, each time, and with what the user wants", async () => {
    await using at = await withPrompts(era);
    const expected = ["Follow the skill commit:\n\nCommit small.", "the last change"];
    expect(await at.textOf("commit", "the last change")).toEqual(expected);
    expect(await at.textOf("commit")).toEqual(expected.slice(0, 1));
    expect(await at.textOf("rules")).toEqual([`Follow the skill rules:\n\n${long}`]);
  });

  it("ask before one that is not trusted", async () => {
    await using at = await withPrompts(era, "allow once");
    expect(await at.textOf("deploy")).toEqual(["Follow the skill deploy:\n\nDeploy with care."]);
    expect(at.asked).toHaveLength(1);
    expect(at.asked[0]).toContain("skill:project/deploy");
  });

  it.each([
    ["the user declines", "deny"],
    ["the user cannot be asked", undefined],
  ])("are not given where %s", async (_, decision) => {
    await using at = await withPrompts(era, decision);
    await expect(at.textOf("deploy")).rejects.toThrow(/declined|the user cannot be asked|permission/i);
  });

  it("say which prompt there is not", async () => {
    await using at = await withPrompts(era);
    await expect(at.textOf("other")).rejects.toThrow("There is no prompt other.");
  });
});
