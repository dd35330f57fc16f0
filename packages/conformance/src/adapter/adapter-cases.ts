import { allow, ask, createRegistry, deny, firstOf, openSession, type Session, toPath } from "@holdall/tool-core";
import { check, same, textOf } from "../_assert.ts";
import type { AdapterCase, AdapterCaseContext, AdapterOutcome, AdapterRunOptions, ModelCall } from "./adapter-case.ts";
import { probeTools } from "./probe-tools.ts";

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const files: Readonly<Record<string, string | Uint8Array>> = {
  "/crlf.txt": "one\r\ntwo\r\nthree\r\n",
  "/old.txt": "old\n",
  "/locked/a.txt": "locked\n",
  "/log.txt": "",
  "/pixel.png": Uint8Array.from(atob(pixel), (sign) => sign.charCodeAt(0)),
};

/** The rules for adapters to agent frameworks. */
export const adapterCases: readonly AdapterCase[] = [
  rule("the model reads what a tool renders", async ({ one, heard }) => {
    await one("read_file", { path: "crlf.txt" });
    check(heard().text.includes("2  two"), `read_file arrived as ${JSON.stringify(heard().text)}`);
  }),
  rule("a failure reaches the model with its next move", async ({ one, heard }) => {
    await one("read_file", { path: "crlf.tx" });
    check(heard().text.includes("crlf.txt"), `the failure arrived as ${JSON.stringify(heard().text)}`);
  }),
  rule("an edit keeps CRLF and every other byte", async ({ play, file }) => {
    await play([
      [{ id: "c1", name: "read_file", input: { path: "crlf.txt" } }],
      [{ id: "c2", name: "edit_file", input: { path: "crlf.txt", old_string: "two", new_string: "2\nzwei" } }],
    ]);
    same(await file("/crlf.txt"), "one\r\n2\r\nzwei\r\nthree\r\n", "the edited file");
  }),
  rule("parameters of other spellings are accepted", async ({ play, file, heard }) => {
    await play([
      [{ id: "c1", name: "read_file", input: { filePath: "crlf.txt" } }],
      [{ id: "c2", name: "edit_file", input: { file_path: "crlf.txt", oldString: "one", newString: "1" } }],
    ]);
    check(heard().text.includes("2  two"), `read_file arrived as ${JSON.stringify(heard().text)}`);
    same(await file("/crlf.txt"), "1\r\ntwo\r\nthree\r\n", "the edited file");
  }),
  rule("wrong parameters are reported by the tool, not by the framework", async ({ one, heard }) => {
    await one("read_file", { pth: "crlf.txt" });
    check(heard().text.includes("Did you mean path?"), `it arrived as ${JSON.stringify(heard().text)}`);
  }),
  rule("an approved call runs, once", async ({ one, file, questions }) => {
    await one("delete_file", { path: "old.txt" });
    same(await file("/old.txt"), undefined, "the deleted file");
    same(questions(), 1, "the number of questions");
  }),
  rule(
    "a declined call does not run, and the model is told",
    async ({ one, file, heard }) => {
      await one("delete_file", { path: "old.txt" });
      same(await file("/old.txt"), "old\n", "the file");
      check(heard().text.length > 0, "the model heard nothing");
    },
    async () => false,
  ),
  rule(
    "an approval covers the content that was asked about, and no other",
    async ({ one, file, heard }) => {
      await one("delete_file", { path: "old.txt" });
      same(await file("/old.txt"), "new\n", "the file");
      // The first where the framework asks before the call, the second where the session asks during it.
      const isTold = /did not cover delete \/old\.txt|\/old\.txt has changed since/.test(heard().text);
      check(isTold, `it arrived as ${JSON.stringify(heard().text)}`);
    },
    async ({ backend }) => {
      await backend.write(toPath("/old.txt"), new TextEncoder().encode("new\n"));
      return true;
    },
  ),
  rule("the user is not asked about what the policy denies, and the reason reaches the model", async (at) => {
    await at.one("delete_file", { path: "locked/a.txt" });
    same(at.questions(), 0, "the number of questions");
    same(await at.file("/locked/a.txt"), "locked\n", "the file");
    check(at.heard().text.includes("Locked files stay."), `it arrived as ${JSON.stringify(at.heard().text)}`);
  }),
  rule("calls beside one that is asked about run once, and each question gets its own answer", async (at) => {
    at.answers(async (callId) => callId === "c2");
    const { heard } = await at.play([
      [
        { id: "c1", name: "append_file", input: { path: "log.txt", content: "x\n" } },
        { id: "c2", name: "delete_file", input: { path: "old.txt" } },
        { id: "c3", name: "delete_file", input: { path: "crlf.txt" } },
      ],
    ]);
    same(await at.file("/log.txt"), "x\n", "the file that is appended to");
    const left = [await at.file("/old.txt"), await at.file("/crlf.txt")].map((text) => text !== undefined);
    same(left, [false, true], "what is left of the files of the approved and of the declined call");
    same(Object.keys(heard).sort(), ["c1", "c2", "c3"], "the calls that were answered");
  }),
  rule("an image arrives as an image", async ({ one, heard }) => {
    await one("read_file", { path: "pixel.png" });
    same(heard().images, [pixel], "the images");
  }),
  rule("aborting the run aborts the call", async ({ one, probes, abort }) => {
    const run = one("wait_forever", {}).catch(() => {});
    await probes.running;
    abort();
    await probes.aborted;
    await run;
  }),
  {
    ...rule("progress is handed on", async ({ one }) => {
      const { progress } = await one("count_up", {});
      check(JSON.stringify(progress).includes('"message":"half"'), `progress was ${JSON.stringify(progress)}`);
    }),
    needs: "progress",
  },
];

interface At extends AdapterCaseContext {
  readonly session: Session;
  readonly probes: ReturnType<typeof probeTools>;
  play(turns: readonly (readonly ModelCall[])[]): Promise<AdapterOutcome>;
  one(name: string, input: Record<string, unknown>): Promise<AdapterOutcome>;
  /** What the model was sent for the first call. */
  heard(): AdapterOutcome["heard"][string];
  questions(): number;
  answers(answer: (callId: string) => Promise<boolean>): void;
  file(path: string): Promise<string | undefined>;
  abort(): void;
}

type Answer = (context: AdapterCaseContext) => Promise<boolean>;

function rule(name: string, test: (at: At) => Promise<void>, answer: Answer = async () => true): AdapterCase {
  return {
    name,
    async run(context) {
      const { backend, tools, run } = context;
      for (const [path, content] of Object.entries(files)) {
        const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
        await backend.write(toPath(path), bytes);
      }
      const probes = probeTools();
      const rules = [deny({ under: "/locked" }, "Locked files stay."), ask({ actions: ["delete"] }), allow()];
      await using session = openSession(createRegistry([...tools, ...probes.tools]), { policy: firstOf(...rules) });
      const leaving = new AbortController();
      let questions = 0;
      let decide = (_callId: string) => answer(context);
      let outcome: AdapterOutcome = { heard: {}, progress: [] };
      const options: AdapterRunOptions = {
        signal: leaving.signal,
        answer(callId) {
          questions++;
          return decide(callId);
        },
      };
      const play = async (turns: readonly (readonly ModelCall[])[]) => {
        outcome = await run(session, turns, options);
        return outcome;
      };
      await test({
        ...context,
        session,
        probes,
        play,
        one: (tool, input) => play([[{ id: "c1", name: tool, input }]]),
        heard: () => outcome.heard.c1 ?? { text: "", images: [] },
        questions: () => questions,
        answers(next) {
          decide = next;
        },
        async file(path) {
          const stat = await backend.stat(toPath(path));
          return stat ? textOf((await backend.read(toPath(path))).bytes) : undefined;
        },
        abort: () => leaving.abort(),
      });
    },
  };
}
