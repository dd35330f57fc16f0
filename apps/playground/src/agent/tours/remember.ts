import { type Script, textOf } from "../step.ts";

const path = "/memories/shop.md";

/** Write a note that later sessions read. */
export function* play(): Script {
  let read = yield {
    say: "What do I know from earlier sessions?",
    calls: [{ tool: "memory", input: { command: "view", path: "/memories" } }],
  };
  if (textOf(read[0]).includes(path)) {
    read = yield {
      say: "There is a note about the shop. I look for what it says on prices.",
      calls: [{ tool: "memory_search", input: { query: "prices" } }],
    };
    return read[0]?.ok
      ? "I remember: prices are in cents, and the rules stand in /src/rules.js. Delete the note under Notes to see me learn it again."
      : "The notes could not be searched.";
  }
  read = yield {
    say: "Nothing about this shop yet, so I read up on it.",
    calls: [{ tool: "read_file", input: { path: "/README.md" } }],
  };
  const about = /Prices in cents[^\n]*/.exec(textOf(read[0]))?.[0];
  if (about === undefined)
    return "There is no shop in this workspace. Choose Memory as the workspace to start with one.";
  read = yield {
    say: "That is worth a note: the next session need not look for it.",
    calls: [
      {
        tool: "memory",
        input: { command: "create", path, file_text: `# The shop\n\n${about} The rules stand in /src/rules.js.\n` },
      },
    ],
  };
  return read[0]?.ok ? "Noted. Start this tour again and see me remember." : "The note was not written.";
}
