import { outputOf, type Script, textOf } from "../step.ts";

/** Hand work to two agents, one of which is stopped by its budget. */
export function* play(): Script {
  const read = yield {
    say: "Two things to find out, so two agents do it side by side. One of them has only three turns.",
    calls: [
      {
        tool: "task",
        input: {
          agent: "explore",
          description: "find the discount",
          prompt: 'Where does this shop decide about "discount"? Name file and line.',
        },
      },
      {
        tool: "task",
        input: {
          agent: "hasty",
          description: "read all about pieces",
          prompt: 'Read every file that speaks of "pieces" and say what it is for.',
        },
      },
    ],
  };
  const [first, second] = read.map(outputOf);
  if (!read[0]?.ok || !read[1]?.ok) return `I could not delegate: ${textOf(read.find(({ ok }) => !ok))}`;
  const partial = second?.partial === true ? " The second one ran out of turns and handed back what it had." : "";
  return `The first one reports: ${String(first?.report ?? "")}${partial}`;
}
