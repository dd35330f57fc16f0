import { createInterface } from "node:readline/promises";
import { memoryBackend } from "@holdall/backends-memory";
import { coding } from "@holdall/presets";
import { runTask } from "./agent.ts";
import { scriptedModel } from "./scripted-model.ts";

const [folder, prompt = "Delete what is not needed here."] = process.argv.slice(2);
const files = { "/debug.log": "…", "/notes.md": "# Buy milk\n" };

const terminal = createInterface({ input: process.stdin });
const lines = terminal[Symbol.asyncIterator]();
const text = await runTask({
  prompt,
  // With a key of Vercel's AI Gateway a real model works; any other provider of the AI SDK does as well.
  model: process.env.AI_GATEWAY_API_KEY ? (process.env.MODEL ?? "anthropic/claude-sonnet-4.5") : scriptedModel(),
  preset: folder ? coding({ root: folder }) : coding({ backend: memoryBackend({ files }) }),
  async ask(question) {
    process.stdout.write(`${question}\nAllow it? (y/n) `);
    const { value: answer } = await lines.next();
    return answer === "y";
  },
});
terminal.close();
console.log(text);
