/** Known differences of the portable shell from bash, by what a script or the difference shows. */
const known: readonly (readonly [cause: string, isIt: (script: string) => boolean])[] = [
  ["a function is not found in arithmetic", (script) => /\$\(\(.*\$\(fact/.test(script)],
  ["an expansion as the key of an array in arithmetic", (script) => /\(\(count\[\$\{\w+,,\}\]/.test(script)],
  ["setting a readonly variable ends the shell", (script) => /^readonly /m.test(script)],
  ["sed: \\U, \\E and \\f", (script) => /\\U|1i\\\\first/.test(script)],
  ["sed: a range whose start and end are alike", (script) => script.includes("/^```/,/^```/")],
  [
    "tr, awk: characters, where programs of this machine take bytes",
    (script) => /tr -d 'é'|tolower\(\$0\)|length\(/.test(script),
  ],
  ["awk: length without parentheses", (script) => /^awk .*\blength\b(?! *\()/.test(script)],
  [
    "jq: to_entries on arrays, group_by on booleans",
    (script) => /to_entries \| map\(\.key\)|group_by\(\.age > 30\)/.test(script),
  ],
  ["~+ and ~-", (script) => script.includes("~+")],
  ["od -t, du -b", (script) => /od -An -tx1|du -b/.test(script)],
];

/** The name of the known difference that a script meets. */
export const causeOf = (script: string): string => known.find(([, isIt]) => isIt(script))?.[0] ?? "not known";
