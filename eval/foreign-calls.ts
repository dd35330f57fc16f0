import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Answer, callSession } from "./lib/call-session.ts";
import { corpus, type EvalRows, tally } from "./lib/corpus.ts";

export const about = "Foreign calls: calls as other tool sets and the seeds write them, done or corrected in one step";

interface ForeignCall {
  readonly from: string;
  readonly tool: string;
  readonly input: unknown;
}

const files: Readonly<Record<string, string>> = {
  "notes.txt": "alpha\nbeta\ngamma\n",
  "c.txt": "hello\n",
  "data.csv": "name,amount\nAnn,2\nBob,5\nAnn,4\n",
  "store.json": '{"store":{"book":[{"title":"A","price":8},{"title":"B","price":12}]}}\n',
  "src/math.js": "export const one = 1;\nexport function add(a, b) {\n  return a + b;\n}\n",
  "src/config.ts":
    "export class ConfigLoader {\n  load() {\n    return parse('{}');\n  }\n}\nexport function parse(text: string): unknown {\n  return JSON.parse(text);\n}\nexport function main() {\n  return new ConfigLoader().load();\n}\n",
  "n.ipynb": '{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}\n',
};

/** The smallest picture. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

function makeWorkspace(root: string): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  writeFileSync(join(root, "a.png"), Buffer.from(png, "base64"));
}

/** The call of ours that a refusal proposes. */
function proposed({ error }: Answer): { readonly tool: string; readonly input: unknown } | undefined {
  const { call } = Object(error?.data) as { call?: { tool?: unknown; input?: unknown } };
  return typeof call?.tool === "string" ? { tool: call.tool, input: call.input } : undefined;
}

/** A call that was understood; what it meets, such as a file that is not there, is its own matter. */
const isTaken = ({ ok, error }: Answer): boolean =>
  ok || !["unknown_tool", "invalid_input"].includes(error?.code ?? "");

/** Whether the call that a refusal proposes is taken; a file that must be read first is read, and the call made again. */
async function isCorrected(
  session: ReturnType<typeof callSession>,
  answer: Answer,
  again: () => Promise<Answer>,
): Promise<boolean> {
  if (answer.error?.code === "not_read") {
    const { path } = Object(answer.error.data) as { path?: unknown };
    return (await session.call("read_file", { path })).ok && isTaken(await again());
  }
  const second = proposed(answer);
  return second !== undefined && isTaken(await session.call(second.tool, second.input));
}

export async function* rows(): EvalRows {
  const path = process.env.HOLDALL_FOREIGN_CALLS ?? join(corpus("foreign-calls"), "calls.jsonl");
  const calls = readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => (line === "" ? [] : (JSON.parse(line) as ForeignCall)));
  const base = mkdtempSync(join(tmpdir(), "holdall-foreign-"));
  const [root, kept] = [join(base, "project"), join(base, "kept")];
  makeWorkspace(kept);
  cpSync(kept, root, { recursive: true });
  const done = tally();
  const corrected = tally();
  const sets = new Map<string, [number, number]>();
  try {
    const env = {
      ...process.env,
      HOME: base,
      XDG_CONFIG_HOME: join(base, "config"),
      XDG_STATE_HOME: join(base, "state"),
    };
    await using session = callSession(root, env, ["--sandbox", "off"]);
    for (const { from, tool, input } of calls) {
      // Each set starts with the same files, and has what its own calls have made.
      if (!sets.has(from)) cpSync(kept, root, { recursive: true });
      const spelled: unknown = JSON.parse(JSON.stringify(input).replaceAll("{ROOT}", root));
      const answer = await session.call(tool, spelled);
      const isRight = isTaken(answer) || (await isCorrected(session, answer, () => session.call(tool, spelled)));
      done.add(isTaken(answer));
      corrected.add(
        isRight,
        `${from}: ${tool} ${JSON.stringify(input)} ${answer.error?.message} ${answer.error?.hint}`,
      );
      const [right, all] = sets.get(from) ?? [0, 0];
      sets.set(from, [right + Number(isRight), all + 1]);
    }
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
  yield { what: "calls that did what was meant", value: done.right, of: done.all };
  yield { what: "the same, or corrected in one step", value: corrected.right, of: corrected.all, least: corrected.all };
  for (const [from, [right, all]] of sets) yield { what: from, value: right, of: all };
}
