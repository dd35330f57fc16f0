import {
  allow,
  ask,
  createRegistry,
  defineTool,
  deny,
  firstOf,
  openSession,
  type SessionOptions,
  ToolError,
  text,
} from "@holdall/tool-core";
import * as z from "zod";

/** A session with one tool for each thing the adapter carries, and the calls that really ran. */
export function openTestSession(options: Partial<SessionOptions> = {}) {
  const ran: string[] = [];
  const versions = new Map<string, string>();
  let started = () => {};
  const running = new Promise<void>((resolve) => {
    started = resolve;
  });
  const path = z.object({ file_path: z.string() });
  const tools = [
    defineTool({
      name: "read_note",
      category: "test",
      description: "Read a note; {remove_note} removes it.",
      input: path,
      output: z.object({ file_path: z.string(), line_count: z.number() }),
      hints: { readOnly: true, openWorld: false },
      aliases: { claude: { name: "Note" } },
      execute({ file_path }) {
        ran.push(`read ${file_path}`);
        if (file_path !== "missing") return { file_path, line_count: 2 };
        throw new ToolError("not_found", "There is no note at missing.", { hint: "Look with {read_note} elsewhere." });
      },
      render: ({ file_path, line_count }) => `${file_path}: ${line_count} lines`,
    }),
    defineTool({
      name: "remove_note",
      category: "test",
      description: "Remove a note.",
      input: path,
      access({ file_path }) {
        const version = versions.get(file_path);
        return [{ action: "delete", target: `/${file_path}`, ...(version !== undefined && { version }) }];
      },
      async execute({ file_path }, { require }) {
        if (file_path === "linked") await require({ action: "delete", target: "/elsewhere" });
        ran.push(`remove ${file_path}`);
        return { file_path };
      },
    }),
    defineTool({
      name: "show_image",
      category: "test",
      description: "Show an image.",
      input: z.object({}),
      hints: { readOnly: true, openWorld: false },
      execute: () => ({ width: 1 }),
      render: () => [
        text("One pixel:"),
        { type: "file", mediaType: "image/png", data: new Uint8Array([1, 2, 3]) },
        { type: "file", mediaType: "application/pdf", data: new Uint8Array([37, 80]), name: "a.pdf" },
        { type: "file", mediaType: "image/png", data: new URL("https://example.com/a.png") },
      ],
    }),
    defineTool({
      name: "count_up",
      category: "test",
      description: "Count.",
      input: z.object({}),
      hints: { readOnly: true, openWorld: false },
      async *execute() {
        yield { message: "one", progress: 1, total: 2 };
        yield { message: "two", progress: 2, total: 2 };
        return { counted: 2 };
      },
    }),
    defineTool({
      name: "wait_forever",
      category: "test",
      description: "Wait.",
      input: z.object({}),
      hints: { readOnly: true, openWorld: false },
      execute: (_input, { signal, callId }) => {
        ran.push(callId);
        started();
        return new Promise<never>((_, reject) =>
          signal.addEventListener("abort", () => {
            ran.push("aborted");
            reject(signal.reason);
          }),
        );
      },
    }),
  ];
  const session = openSession(createRegistry(tools), {
    policy: firstOf(
      deny({ under: "/locked" }, "Locked notes stay."),
      allow({ under: "/free" }),
      ask({ actions: ["delete"] }),
      allow({ actions: ["none"] }),
    ),
    ...options,
  });
  return { session, ran, versions, running };
}
