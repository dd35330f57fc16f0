import { describe, expect, test } from "vitest";
import { type Call, makeProject, type Setting } from "./host.fixture.ts";
import { hosts } from "./hosts.fixture.ts";

describe.each(hosts)("$name", (host) => {
  const run = async (calls: readonly Call[], setting: Partial<Setting> = {}) => {
    using project = makeProject();
    project.put("a.csv", "city,price\nRome,1\nOslo,2\n");
    return await host.run(calls, { project, answers: [true], ...setting });
  };

  test("finds a tool that the model does not see, and calls it by tool_call and by its name", async () => {
    const sums = { path: "a.csv", group_by: ["city"] };
    const outcomes = await run([
      ["tool_search", { query: "group and sum the rows of a csv" }],
      ["tool_call", { name: "aggregate_data", arguments: sums }],
      ["aggregate_data", sums],
      ["move_file", { from: "a.csv", to: "b.csv" }],
    ]);
    expect(outcomes.map(({ code }) => code)).toEqual(["ok", "ok", "ok", "ok"]);
    expect(outcomes[0]?.text).toContain("aggregate_data");
    for (const { text } of outcomes.slice(1, 3)) expect(text).toContain("Rome");
  });

  test("says of a tool of the catalog what it needs, and of no other that it is there", async () => {
    const [mail, nothing] = await run([
      ["send_email", { to: "ann@example.com" }],
      ["fly_to_moon", {}],
    ]);
    expect(mail).toMatchObject({
      code: "unavailable",
      text: expect.stringMatching(/mail server[\s\S]*messages\.yaml/),
    });
    expect(nothing?.code).toBe("unknown_tool");
    expect(nothing?.text).toContain("tool_search");
  });

  test("finds only what reads where nothing may be changed", async () => {
    const outcomes = await run(
      [
        ["tool_search", { queries: ["write a file", "make a pdf", "send a mail", "edit text"], detail: "names" }],
        ["tool_call", { name: "write_file", arguments: { path: "x.txt", content: "x" } }],
        ["generate_pdf", { markdown: "x", output_path: "x.pdf" }],
      ],
      { preset: "readonly" },
    );
    expect(outcomes[0]?.text).not.toMatch(/write_file|edit_file|generate_|send_|convert_format/);
    for (const { code } of outcomes.slice(1)) expect(code).toBe("unavailable");
  });

  test("asks about a tool behind tool_call as about any", async () => {
    const remove: Call = ["tool_call", { name: "delete_file", arguments: { path: "a.csv" } }];
    const codes = async (answer: boolean) => (await run([remove], { answers: [answer] })).map(({ code }) => code);
    expect(await codes(true)).toEqual(["ok"]);
    expect(await codes(false)).toEqual(["permission_denied"]);
  });
});
