import type { Question } from "@holdall/mcp/client";
import { createSerialQueue } from "@holdall/tool-kit";
import { expect, test } from "vitest";
import { interrupted } from "../screen/terminal.ts";
import { createTranscript } from "../screen/transcript.ts";
import { askForServer } from "./ask-for-server.ts";

const form: NonNullable<Question["form"]> = {
  properties: {
    name: { type: "string", title: "Your name" },
    loud: { type: "boolean", default: true },
    size: { type: "integer" },
    color: { type: "string", enum: ["red", "blue"] },
  },
  required: ["name"],
};

async function answer(question: Partial<Question>, typed: readonly (string | typeof interrupted | undefined)[]) {
  let written = "";
  const left = [...typed];
  const prompts: string[] = [];
  const write = (text: string) => {
    written += text;
  };
  const transcript = createTranscript({ screen: { width: 80, colour: false }, isLive: false, write });
  const read = async (prompt: string) => {
    prompts.push(prompt.trim());
    return left.shift();
  };
  const ask = askForServer({ inTurn: createSerialQueue(), terminal: { read }, transcript });
  const given = await ask({ server: "odd", message: "Who are you?", ...question }, new AbortController().signal);
  return { given, written, prompts };
}

test("a form of an MCP server is filled in at the terminal, field by field", async () => {
  const { given, written, prompts } = await answer({ form }, ["", "Ann", "", "many", "3", "green", "blue"]);
  expect(given).toEqual({ action: "accept", content: { name: "Ann", loud: true, size: 3, color: "blue" } });
  expect(written).toContain("The MCP server odd asks\n  Who are you?");
  expect(written).toContain("This field is required.");
  expect(written).toContain("That is not a valid answer.");
  expect(prompts).toContain("loud (yes | no; true if empty):");
});

test("a dot declines, Ctrl-C cancels, and what is not required may be left out", async () => {
  expect((await answer({ form }, ["."])).given).toEqual({ action: "decline" });
  expect((await answer({ form }, ["Ann", interrupted])).given).toEqual({ action: "cancel" });
  expect((await answer({ form }, ["Ann", "no", "", ""])).given).toEqual({
    action: "accept",
    content: { name: "Ann", loud: false },
  });
});

test("a page is named, and only a yes says that it was opened", async () => {
  const page = { url: "https://example.com/a\u202eb" };
  const yes = await answer(page, ["y"]);
  expect(yes.given).toEqual({ action: "accept" });
  expect(yes.written).toContain("https://example.com/a\\u{202e}b");
  expect((await answer(page, [""])).given).toEqual({ action: "decline" });
});
