import { describeTools } from "@holdall/conformance";
import { scriptedRunner } from "./_script.fixture.ts";
import { task } from "./task.ts";

describeTools("the task tool", () => ({
  tools: [task({ runner: scriptedRunner(() => "Done.").runner, agents: [{ name: "general", description: "Any." }] })],
  samples: { task: { description: "look around", prompt: "Say what is here." } },
  obvious: ["agent", "description", "prompt"],
}));
