import { memoryBackend } from "@holdall/backends-memory";
import { minimal } from "@holdall/presets";
import { openSession } from "@holdall/tool-core";

// A page of somebody who starts with a ready preset; the title is what came out.
const preset = minimal({ backend: memoryBackend({ files: { "/a.txt": "one\n" } }) });
const session = openSession(preset.registry, preset);
await session.call("read_file", { path: "/a.txt" });
await session.call("edit_file", { path: "/a.txt", old_string: "one", new_string: "two" });
const found = await session.call("grep_files", { pattern: "two" });
const secret = await session.call("write_file", { path: "/.git/config", content: "x" });
await session.close();
await preset.close();
document.title = JSON.stringify([found.ok && found.output, secret.ok]);
