import { memoryBackend } from "@holdall/backends-memory";
import { book } from "./book.ts";
import { coordinate } from "./coordinator.ts";
import { scriptedModel } from "./scripted-model.ts";

const text = await coordinate({
  model: scriptedModel(),
  backend: memoryBackend({ files: book }),
  prompt: "How far is the book?",
  onEvent({ type, path, ...event }) {
    const what = "calls" in event ? event.calls.join(", ") : "result" in event ? event.result.end : "";
    console.error(`${path.join(" › ")}: ${type} ${what}`);
  },
});
console.log(text);
