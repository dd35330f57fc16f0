import { similarNames } from "./similar-names.ts";

const reported = /^bash: (?:line \d+: )?([^\s:]{1,60}): command not found$/gm;

/** What to do instead of commands that the shell does not have. */
export function unknownCommandNotes(errors: string, known: readonly string[]): string[] {
  const names = new Set(Array.from(errors.matchAll(reported), ([, name = ""]) => name));
  if (names.size === 0) return [];
  const notes = [...names].slice(0, 5).map((name) => {
    const near = similarNames(name, known);
    const instead = alternatives.find(([pattern]) => pattern.test(name))?.[1];
    if (instead !== undefined) return `${name} is not in the portable shell: ${instead}`;
    return `${name} is not in the portable shell${near.length > 0 ? `: did you mean ${near.join(" or ")}?` : "."}`;
  });
  const others = known.filter((name) => !names.has(name));
  return [...notes, `Its commands: ${others.join(" ")}. It runs no programs of the machine.`];
}

/** Why a command is missing that the portable shell has elsewhere. */
const notInPages = "it is not part of the interpreter where that runs in a web page or in a bundle.";

const alternatives: readonly (readonly [RegExp, string])[] = [
  [/^(?:node|npm|npx|pnpm|yarn|bun|deno|tsc|vitest|jest)$/, "it runs no JavaScript. Tell the user what to run."],
  [
    /^(?:python3?|pip3?|ruby|perl|php|java|go|cargo|rustc|gcc|make|cmake)$/,
    "it runs no programs. Use awk, sed, jq or sqlite3, or tell the user what to run.",
  ],
  [/^git$/, "look at files directly, or tell the user what to run."],
  [/^(?:curl|wget)$/, 'call again with permissions: "network" for curl; there is no network otherwise.'],
  [/^(?:vim?|nano|emacs|ed)$/, "change files with the tools for files, or with sed."],
  [/^(?:sudo|su|chown)$/, "there are no users; run the command itself."],
  [/^(?:kill|pkill|ps|top|killall)$/, "there are no processes."],
  [/^(?:apt|apt-get|yum|dnf|apk|brew)$/, "nothing can be installed."],
  [/^(?:zip|unzip|xz|bzip2)$/, "use tar or gzip."],
  [
    /^sqlite3$/,
    `${notInPages} The tool query_data, if there is one, reads SQLite files outside of pages; in a page, ask the user for the tables as CSV.`,
  ],
  [/^tar$/, `${notInPages} Ask the user to pack or unpack it.`],
  [/^(?:gzip|gunzip|zcat)$/, `${notInPages} Ask the user to pack or unpack it.`],
  [/^yq$/, `${notInPages} Read the file with awk, sed or a tool for files; jq reads JSON.`],
  [/^xan$/, `${notInPages} Use awk, or a tool for data.`],
  [/^bc$/, "use $((…)) or awk 'BEGIN { print … }'."],
];
