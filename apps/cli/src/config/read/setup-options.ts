/** The options of commands that open a preset. Each command takes those that change what it does. */
export const setupOptions = {
  root: { type: "string", multiple: true },
  backend: { type: "string" },
  preset: { type: "string" },
  only: { type: "string" },
  without: { type: "string" },
  all: { type: "boolean" },
  "read-only": { type: "boolean" },
  dialect: { type: "string" },
  config: { type: "string" },
  "mcp-config": { type: "string" },
  sandbox: { type: "string" },
  shell: { type: "string" },
  audit: { type: "string" },
  policy: { type: "string" },
  secret: { type: "string", multiple: true },
  memory: { type: "string" },
  verbose: { type: "boolean" },
} as const;

/** Of commands that offer schedules and workflows. */
export const runsOptions = { database: { type: "string" } } as const;

export type SetupOptionName = keyof typeof setupOptions;

/** What was given of them on a command line. */
export interface SetupValues {
  readonly root?: readonly string[];
  readonly backend?: string;
  readonly preset?: string;
  readonly only?: string;
  readonly without?: string;
  readonly all?: boolean;
  readonly "read-only"?: boolean;
  readonly dialect?: string;
  readonly config?: string;
  readonly "mcp-config"?: string;
  readonly sandbox?: string;
  readonly shell?: string;
  readonly audit?: string;
  readonly policy?: string;
  readonly secret?: readonly string[];
  readonly verbose?: boolean;
  readonly memory?: string;
  /** Of commands that offer schedules and workflows. */
  readonly database?: string;
  /** Of commands that start agents. */
  readonly agents?: string;
}

const help: Readonly<Record<SetupOptionName | keyof typeof runsOptions, string>> = {
  root: `  --root DIR         the folder the tools stay in (default: where you are); given
                     again, one more. Relative paths start in the first`,
  backend: `  --backend ADDRESS  files elsewhere than on disk: s3://bucket/prefix,
                     postgres://host/database, pglite:DIR or memory:; the root
                     is a folder there then, / by default`,
  preset: "  --preset NAME      coding (default), minimal, office, readonly or research",
  only: `  --only TOOLS       no tools but these: names with commas between them, in any
                     spelling, with * for any part: --only 'read_file,grep*'`,
  without: "  --without TOOLS    all tools but these",
  all: `  --all              show every tool from the start, instead of those that are
                     used most and a search for the others`,
  "read-only": `  --read-only        only tools that change nothing; the others are left out, and
                     denied where they come later`,
  dialect: "  --dialect NAME     how tools are spelled: snake (default), camel or claude",
  config: `  --config FILE      instead of the nearest holdall.config.yaml, .yml or
                     .json, from the root upward`,
  "mcp-config": "  --mcp-config FILE  an .mcp.json whose servers are started, and their tools used",
  sandbox: `  --sandbox MODE     auto (default: commands run in the best sandbox that works
                     here, and ask where there is none), required or off`,
  shell: `  --shell KIND       system (default): commands run in the bash of this machine;
                     portable (default on Windows): in a shell of its own, which
                     runs no programs, on any --backend, and decides on each file`,
  audit: "  --audit FILE       write down every call and its outcome there, secrets hidden",
  policy: "  --policy FILE      rules on top of your own in ~/.config/holdall/policy.json",
  secret: `  --secret SECRET    what the model may name and never sees: NAME@HOST,HOST of the
                     variable NAME, NAME=env:VARIABLE@HOST, NAME=file:PATH@HOST
                     or NAME=keychain:SERVICE/ACCOUNT@HOST;
                     given again, one more. Yours: ~/.config/holdall/secrets.yaml`,
  memory: `  --memory DIR       notes for later sessions, in this folder outside of the root`,
  database: `  --database ADDRESS schedules and workflows that survive, in a database:
                     postgres://host/database, or pglite:DIR for a folder outside
                     of the root that one process has at a time (default: none)`,
  verbose: `  --verbose          tell on stderr how each call ended, and show errors in the
                     code of a tool whole`,
};

/** All but the named ones. */
export function setupOptionsWithout<const N extends SetupOptionName = never>(
  ...left: readonly N[]
): Omit<typeof setupOptions, N> {
  const isLeft = (name: string) => left.some((each) => each === name);
  return Object.fromEntries(Object.entries(setupOptions).filter(([name]) => !isLeft(name))) as Omit<
    typeof setupOptions,
    N
  >;
}

/** The help of options, in the order in which all commands show them. */
export const setupHelp = (options: object): string =>
  Object.entries(help)
    .filter(([name]) => Object.hasOwn(options, name))
    .map(([, text]) => text)
    .join("\n");
