import { bind } from "@holdall/backends-compose";
import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession, type Session } from "@holdall/tool-core";
import { provideLibrary } from "@holdall/tool-kit/file-tools";
import { fsTools, knowsFile, recordCommand } from "@holdall/tools-fs";
import { portableBash } from "@holdall/tools-shell/portable";
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
provideLibrary("just-bash", () => import("just-bash/browser"));
const bash = portableBash({ backend, isKnown: knowsFile, onChanges: recordCommand });
globalThis.session = openSession(createRegistry([...fsTools({ backend }), bash]), { policy: allow() });

/** As long as a model thinks, so that there is time to type; where no motion is wanted, until the page is drawn again. */
const think = matchMedia("(prefers-reduced-motion: reduce)").matches
  ? () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
  : () => new Promise<void>((resolve) => setTimeout(resolve, 800));

const counted = (count: number, one: string): string =>
  `${count} ${one}${count === 1 ? "" : one.endsWith("x") ? "es" : "s"}`;

button.addEventListener("click", async () => {
  button.disabled = true;
  status.value = "The agent is working. Keep typing.";
  const { edits, refused } = await addBoxes(session, think);
  const conflicts =
    refused === 0
      ? ""
      : ` ${counted(refused, "edit")} did not fit your latest changes, so the agent read the list again.`;
  status.value =
    edits === 0 ? "Every item has a check box." : `Done: ${counted(edits, "check box")} added.${conflicts}`;
  button.disabled = false;
});
