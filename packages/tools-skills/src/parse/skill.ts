/** The origin of a skill: the host, the user's own folders, the project, or an MCP server. */
export type SkillScope = "builtin" | "user" | "project" | "mcp";

/** What the Agent Skills specification, and that of skills over MCP, limit. In characters, except for `bytes`. */
export const skillLimits = {
  name: 64,
  description: 1024,
  compatibility: 500,
  /** Front matter above this is not parsed. */
  frontMatter: 65_536,
  /** Files of one skill, and bytes of all of them. */
  files: 512,
  bytes: 16_777_216,
} as const;

/** True for a name that the specification allows. */
export const isSkillName = (name: string): boolean =>
  name.length <= skillLimits.name && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);

/** The validated front matter. */
export interface SkillFields {
  readonly name: string;
  readonly description: string;
  readonly license?: string | undefined;
  readonly compatibility?: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  /** `allowed-tools`: a request that grants nothing. */
  readonly wants: readonly string[];
}

/** A problem with a skill or its location. */
export interface SkillProblem {
  readonly source: string;
  readonly path: string;
  /** From 1, in that file. */
  readonly line?: number | undefined;
  readonly message: string;
  /** True if the skill cannot be used because of it. */
  readonly skipped: boolean;
}

/** A file of a skill at the time of hashing. */
export interface SkillFile {
  /** The path relative to the folder of the skill. */
  readonly path: string;
  /** The size in bytes. */
  readonly size: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** A skill with all of its files, as approved by the user. */
export interface OpenedSkill {
  /** `sha256:…` over the paths, sizes and contents of all files. */
  readonly hash: string;
  /** In order of their paths. */
  readonly files: readonly SkillFile[];
  /** Get the bytes of a file. Throws `stale` if they differ from the hashed bytes, and `not_found` for other files. */
  read(path: string, signal?: AbortSignal): Promise<Uint8Array>;
}

/** A skill as found by its source. */
export interface FoundSkill {
  readonly fields: SkillFields;
  /** The name of its place in the source where `fields.name` is not unique there: `acme/billing/refunds`. */
  readonly label?: string | undefined;
  /** The key of its trust, which stays the same as long as its location does. */
  readonly place: string;
  /** Where its folder really is, where backends have links: the same folder is one skill, however it is reached. */
  readonly realPath?: string | undefined;
  /** The folder on disk or in the workspace, where programs find its scripts. */
  readonly path?: string | undefined;
  /** Files of the workspace: the policy is asked about reading them, too. */
  readonly isInWorkspace: boolean;
  /** The start of its instructions, for searches. */
  readonly body: string;
  /** Read its current content. Throws `too_large` above the limits. */
  open(signal?: AbortSignal): Promise<OpenedSkill>;
}

/** A source of skills. */
export interface SkillSource {
  /** A name for the user: a folder, or the name of a server. */
  readonly name: string;
  readonly scope: SkillScope;
  /** True if its skills are trusted without asking. */
  readonly isTrusted: boolean;
  list(
    signal?: AbortSignal,
  ): Promise<{ readonly skills: readonly FoundSkill[]; readonly problems: readonly SkillProblem[] }>;
}

/** A skill with its final name. */
export interface Skill extends FoundSkill {
  /** `user/deploy`, or `server/deploy` of an MCP server. Independent of other skills. */
  readonly id: string;
  /** The name for models: `deploy`, or its id if another skill has that name. */
  readonly name: string;
  readonly scope: SkillScope;
  readonly source: string;
  /** `new` and `changed` skills ask. A changed skill was trusted before. */
  readonly trust: "trusted" | "new" | "changed";
}
