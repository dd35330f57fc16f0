import { minimal } from "@holdall/presets";
import { openSession } from "@holdall/tool-core";
import { runLoop } from "./loop.ts";

const { OPENAI_BASE_URL: url = "https://api.openai.com/v1", OPENAI_API_KEY: key, MODEL: model } = process.env;
const [task] = process.argv.slice(2);
if (!task || !model) {
  console.error('MODEL=gpt-… OPENAI_API_KEY=… node main.ts "What does this project do?"');
  process.exit(2);
}
const preset = minimal({ root: "." });
const session = openSession(preset.registry, preset);
try {
  console.log(await runLoop(session, { url, model, ...(key && { key }) }, preset.instructions, task));
} finally {
  await session.close();
}
