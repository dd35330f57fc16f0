import { interrupted, type Terminal } from "../chat/screen/terminal.ts";
import { type AskToLoad, codeLines, questionLines } from "./ask-to-load.ts";

const answers = [
  { word: "once", label: "Load it for this session", key: "y" },
  { word: "always", label: "Load it until it changes", key: "a" },
  { word: "show", label: "Show the code", key: "s" },
  { word: "no", label: "Do not load it", key: "n" },
] as const;

type Answer = (typeof answers)[number]["word"];

/** Ask at the terminal of a chat. Undefined if there is no terminal. */
export function askInChat(terminal: Terminal): AskToLoad | undefined {
  if (!terminal.hasPerson) return undefined;
  return async (question) => {
    terminal.write(`\n${questionLines(question).join("\n")}\n`);
    for (;;) {
      const answer = await ask(terminal);
      if (answer !== "show") return answer;
      terminal.write(`\n${codeLines(question).join("\n")}\n`);
    }
  };
}

async function ask({ keys, read }: Terminal): Promise<Answer> {
  if (keys) {
    const end = await keys.choose({ title: ["Load it?"], items: answers, at: answers.length - 1 });
    return (end.end === "chosen" ? answers[end.items[0] ?? -1]?.word : undefined) ?? "no";
  }
  const typed = await read("Load it? [y]es for this session, [a]lways until it changes, [s]how the code, [N]o: ");
  if (typed === undefined || typed === interrupted) return "no";
  const word = typed.trim().toLowerCase();
  return (
    answers.find(({ word: full, key }) => word === key || word === full || (word === "yes" && key === "y"))?.word ??
    "no"
  );
}
