import { bind } from "@holdall/backends-compose";
import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession, type Session } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { addBoxes } from "./agent.ts";
import { textAreaEditor } from "./text-area-editor.ts";

declare global {
  /** For the console, where one can be the agent: `await session.call("read_file", { path: "list.md" })`. */
  var session: Session;
}

const find = <E extends Element>(selector: string) => document.querySelector<E>(selector) as E;
const button = find<HTMLButtonElement>("button");
const status = find<HTMLOutputElement>("output");

const backend = bind(memoryBackend(), "/list.md", textAreaEditor(find("textarea")));
globalThis.session = openSession(createRegistry(fsTools({ backend })), { policy: allow() });

const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

button.addEventListener("click", async () => {
  status.value = "The agent works. Go on typing.";
  const { edits, refused } = await addBoxes(session, nextFrame);
  status.value = `Done: ${edits} edits; ${refused} times you were faster.`;
});
