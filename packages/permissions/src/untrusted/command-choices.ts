import type { ChosenValue } from "./chosen-value.ts";

/** Scripts of the project by their names, which say nothing about what they do. */
const script = /^(npm|pnpm|yarn|bun)( run)? [\w:-]+$|^(make|just|cargo|go|git|deno) [\w:-]+$/;
/** Programs that fetch what they then run or store, with the arguments that are not names of their subcommands. */
const fetching =
  /^(?:sudo )?(?:(?:npm|pnpm|yarn|bun|pip3?|pipx|uv|cargo|gem|go|apt|apt-get|brew|conda) (?:add|install|i|get|exec|dlx|tool|x)|npx|bunx|pnpx|uvx|deno run|docker (?:run|pull)|podman (?:run|pull)|git (?:clone|fetch|pull|submodule add|remote add)|ssh|scp|curl|wget)\s+(.+)$/;
const minCommand = 12;

/** What decides in a command: the command as a whole, and what a program in it fetches. */
export function commandChoices(command: string): ChosenValue[] {
  const text = command.trim();
  const whole: ChosenValue[] =
    text.length >= minCommand && /\s/.test(text) && !script.test(text) ? [{ kind: "command", value: text }] : [];
  const fetched = fetching.exec(text)?.[1] ?? "";
  const words = fetched
    .split(/\s+/)
    .map((word) => word.replace(/^["']|["']$/g, ""))
    .filter((word) => word.length > 2 && !word.startsWith("-"));
  return [...whole, ...words.map((value): ChosenValue => ({ kind: "command", value, isStrict: true }))];
}
