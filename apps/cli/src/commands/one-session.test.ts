import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { openSmtpSink } from "../demo/script/smtp-sink.ts";
import { givenIo } from "../fixtures/given-io.fixture.ts";
import { messageFolders } from "../fixtures/messages.fixture.ts";
import { runHoldall } from "../run-holdall.ts";

interface Answer {
  readonly ok: boolean;
  readonly output: Readonly<Record<string, unknown>> & { readonly tools?: readonly { readonly name: string }[] };
  readonly content: readonly { readonly text?: string }[];
}

/** One session of `call -` that is answered line by line, and what was asked and read in it. */
function openSession(argv: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const io = givenIo({ cwd, env, stdin, stdout });
  const ended = runHoldall(["call", "-", ...argv], io);
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const transcript: string[] = [];
  const call = async (tool: string, input: object): Promise<Answer> => {
    stdin.write(`${JSON.stringify({ tool, input })}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`The session ended at ${tool}: ${io.errors()}`);
    const answer = JSON.parse(value) as Answer;
    const text = answer.content.map((part) => part.text).join("\n");
    transcript.push(`> ${tool} ${JSON.stringify(input)}`, text.length > 400 ? `${text.slice(0, 400)}…` : text, "");
    expect(answer.ok, text).toBe(true);
    return answer;
  };
  return {
    transcript,
    call,
    /** Search as a model would, and see that the tool is found. */
    async find(query: string, ...names: readonly string[]) {
      const { output } = await call("tool_search", { query });
      expect(output.tools?.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]));
    },
    async end() {
      stdin.end();
      return ended;
    },
  };
}

test("one session reads a table, draws it, prints it, mails it, repeats it and looks a definition up, each tool found by a search", async () => {
  await using mail = await openSmtpSink();
  const folders = messageFolders({});
  onTestFinished(() => folders[Symbol.dispose]());
  folders.put("project/sales.csv", "city,amount\nRome,2\nOslo,5\nRome,4\n");
  folders.put("project/src/total.ts", "export function total(rows: number[]) {\n  return rows.length;\n}\n");
  const server = `{ host: 127.0.0.1, port: ${mail.port}, secure: false }`;
  const email = `email:\n  sender: me@example.com\n  server: ${server}\n  allow: ["*@example.com"]\n`;
  folders.put("config/holdall/messages.yaml", email);
  const database = ["--database", `pglite:${folders.at("runs")}`];
  const session = openSession(["--yes", "--sandbox", "off", ...database], folders.at("project"), folders.env);
  const { call, find } = session;

  await call("read_file", { path: "sales.csv" });
  await find("total of a csv column per group", "aggregate_data");
  const { output: groups } = await call("aggregate_data", {
    path: "sales.csv",
    group_by: "city",
    measures: "sum(amount)",
    order_by: "sum_amount desc",
  });
  const rows = groups.rows as readonly { readonly city: string; readonly sum_amount: number }[];
  expect(rows).toEqual([
    { city: "Rome", sum_amount: 6 },
    { city: "Oslo", sum_amount: 5 },
  ]);
  await find("draw a chart", "generate_diagram");
  const slices = rows.map(({ city, sum_amount }) => `"${city}" : ${sum_amount}`);
  await call("generate_diagram", { code: ["pie title Sales", ...slices].join("\n"), path: "sales.svg" });
  await find("make a pdf", "generate_pdf");
  const markdown = "# Sales\n\n![Sales by city](sales.svg)\n";
  const { output: pdf } = await call("generate_pdf", { markdown, path: "sales.pdf" });
  expect(pdf).toMatchObject({ pages: 1, images: [{ ok: true }] });
  await find("send an email with an attachment", "compose_email", "send_email");
  const { output: draft } = await call("compose_email", {
    to: "ann@example.com",
    subject: "Sales",
    body: "See the report.",
    attachments: "sales.pdf",
  });
  await call("send_email", { draft_id: draft.draft_id });
  await find("repeat this every week", "schedule_task");
  await call("schedule_task", { prompt: "Send the sales again.", cron: "0 9 * * 1", timezone: "UTC", name: "sales" });
  const { output: planned } = await call("schedule_list", {});
  expect(planned.schedules).toMatchObject([{ name: "sales" }]);
  await find("where is this function defined", "find_definition");
  const { output: found } = await call("find_definition", { symbol: "total" });
  expect(found).toMatchObject({ total: 1, definitions: [{ line: 1, end_line: 3, kind: "function" }] });

  expect(await session.end()).toBe(0);
  expect(mail.received).toMatchObject([{ to: ["ann@example.com"] }]);
  expect(mail.received[0]?.text).toMatch(/^Subject: Sales\r$[\s\S]*filename="?sales\.pdf"?/m);
  if (process.env.HOLDALL_TRANSCRIPT) process.stdout.write(`${session.transcript.join("\n")}\n`);
}, 300_000);
