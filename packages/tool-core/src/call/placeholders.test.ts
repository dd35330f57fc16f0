import { expect, test } from "vitest";
import { z } from "zod";
import { contentText, createRegistry, defineTool, openSession, ToolError } from "../index.ts";
import { allow } from "../policy/policy.ts";

test("a hint names a tool as the model knows it, and one that is not there without braces", async () => {
  const fails = defineTool({
    name: "look_up",
    category: "test",
    description: "Looks it up.",
    input: z.object({}),
    execute() {
      throw new ToolError("not_found", "Nothing.", { hint: "Try {look_up} or {list_mcp_resources}; {a} stays." });
    },
  });
  const session = openSession(createRegistry([fails]), { policy: allow(), dialect: "camel" });
  expect(contentText((await session.call("look_up", {})).content)).toContain(
    "Try lookUp or list_mcp_resources; {a} stays.",
  );
});
