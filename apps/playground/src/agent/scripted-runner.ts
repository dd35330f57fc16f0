import type { AgentCallResult, AgentRunner, AgentTurn } from "@holdall/tools-agents/port";
import { pause, wait } from "../wait.ts";
import { textOf } from "./step.ts";

const quoted = /["“`]([^"”`]+)["”`]/;

/** What stands between quotation marks in a prompt, else its longest word. */
function wantedIn(prompt: string): string {
  const words = prompt.match(/\w+/g) ?? [""];
  return quoted.exec(prompt)?.[1] ?? words.reduce((longest, word) => (word.length > longest.length ? word : longest));
}

const pathOf = ({ call }: AgentCallResult): string => String(Object(call.input).path ?? "");

/** Stands in for the models of agents: searches what its prompt names, reads a file a turn, and reports the places. */
export const scriptedRunner: AgentRunner = async ({ messages, tools, signal }) => {
  await wait(pause, signal);
  signal.throwIfAborted();
  const asked = messages.flatMap((message) => (message.role === "user" ? [message.text] : []));
  const results = messages.flatMap((message) => (message.role === "tool" ? message.results : []));
  // What a limit has its agent told at the end names nothing.
  const wanted = wantedIn(asked.findLast((text) => quoted.test(text)) ?? asked[0] ?? "");
  const found = results.find(({ call }) => call.name === "grep_files");
  const files = [...new Set((found ? textOf(found) : "").match(/^\/[\w./-]+\.\w+/gm) ?? [])];
  const read = results.filter(({ call }) => call.name === "read_file");
  const next = files.find((path) => !read.some((each) => pathOf(each) === path));
  const mayCall = (name: string) => tools.some(({ tool }) => tool === name);
  const answer = (text: string, calls: AgentTurn["calls"] = []): AgentTurn => {
    const characters = JSON.stringify(messages).length;
    return {
      text,
      calls,
      tokens: { input: Math.ceil(characters / 4), cached: 0, output: Math.ceil(text.length / 4) + 20 },
    };
  };
  const id = `scripted-${results.length + 1}`;
  if (!found && mayCall("grep_files"))
    return answer("", [{ id, name: "grep_files", input: { pattern: wanted, literal: true } }]);
  if (next !== undefined && mayCall("read_file")) return answer("", [{ id, name: "read_file", input: { path: next } }]);
  return answer(reportOf(wanted, read, files.length));
};

/** The lines that name what was wanted, with their files. */
function reportOf(wanted: string, read: readonly AgentCallResult[], known: number): string {
  const places = read.flatMap((each) =>
    textOf(each)
      .split("\n")
      .filter((line) => line.includes(wanted))
      .slice(0, 1)
      .map((line) => `${pathOf(each)}:${/^\s*(\d+)/.exec(line)?.[1] ?? "?"}`),
  );
  const left = known - read.length;
  const rest = left > 0 ? ` ${left} of ${known} files are not read.` : "";
  return places.length > 0 ? `“${wanted}” stands in ${places.join(", ")}.${rest}` : `I found no “${wanted}”.${rest}`;
}
