import { type Script, textOf } from "../step.ts";

/** Answer a question about the code with its place. */
export function* play(): Script {
  let read = yield {
    say: "Where is it decided what sending a basket costs? I look for the word first.",
    calls: [
      { tool: "glob_files", input: { pattern: "**/*.js" } },
      { tool: "grep_files", input: { pattern: "shipping", context: 1 } },
    ],
  };
  const places = [...textOf(read[1]).matchAll(/\/src\/\w+\.js/g)].map(([path]) => path);
  const [path] = [...new Set(places)].filter((each) => each.includes("rules"));
  if (path === undefined)
    return "Nothing here speaks of shipping. Choose Memory as the workspace to start with the shop.";
  read = yield {
    say: `Two files name it. ${path} defines it, so I read that.`,
    calls: [
      { tool: "read_file", input: { path } },
      { tool: "grep_files", input: { pattern: "free of charge", path: "/" } },
    ],
  };
  const line = textOf(read[0])
    .split("\n")
    .find((each) => /pieces > 10\) return 0;/.test(each));
  const number = /^\s*(\d+)/.exec(line ?? "")?.[1];
  if (number === undefined) return `${path} has another rule by now: read it under Calls.`;
  return `A basket of more than 10 pieces travels free of charge, any other costs 4.90: ${path}, line ${number}. The README promises the same.`;
}
