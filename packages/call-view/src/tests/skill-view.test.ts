import { expect, test } from "vitest";
import { viewPart } from "../view/view-part.ts";

const part = (input: object, output: object) =>
  viewPart({ type: "tool-load_skill", toolCallId: "1", state: "output-available", input, output });

test("a skill shows its text and its wishes, a search what was found", () => {
  expect(
    part({ name: "deploy" }, { status: "loaded", scope: "project", text: "# Deploy", wants: ["Bash(git:*)"] }),
  ).toMatchObject({
    title: "Skill",
    category: "skills",
    subject: "deploy",
    outcome: "project",
    blocks: [{ text: "# Deploy" }, { text: "Wishes for the tools Bash(git:*), which grants none." }],
  });
  const matches = [{ name: "deploy", description: "Deploys." }, { name: "far/away" }];
  expect(part({ query: "ship" }, { status: "found", matches })).toMatchObject({
    subject: "ship",
    outcome: "2 skills",
    blocks: [{ text: "deploy: Deploys." }, { text: "far/away" }],
  });
  expect(part({ name: "deploy", file: "a.md" }, { status: "unchanged" })).toMatchObject({
    subject: "deploy: a.md",
    outcome: "loaded already",
  });
  expect(part({}, { matches: "odd" })).toMatchObject({ title: "Skill", blocks: [] });
});
