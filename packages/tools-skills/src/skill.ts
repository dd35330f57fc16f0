/** Where skills come from: the host, the user's own folders, the project that is worked on, or an MCP server. */
export type SkillScope = "builtin" | "user" | "project" | "mcp";

/** What the Agent Skills specification, and that of skills over MCP, bound. Characters, but for `bytes`. */
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

/** What front matter says, checked. */
export interface SkillFields {
  readonly name: string;
  readonly description: string;
  readonly license?: string | undefined;
  readonly compatibility?: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  /** `allowed-tools`: a wish that grants nothing. */
  readonly wants: readonly string[];
}

/** Something that is wrong with what was found where skills are. */
export interface SkillProblem {
  readonly source: string;
  readonly path: string;
  /** From 1, in that file. */
  readonly line?: number | undefined;
  readonly message: string;
  /** True when there is no such skill because of it. */
  readonly skipped: boolean;
}

/** One file of a skill, as it was when its folder was hashed. */
export interface SkillFile {
  /** Below the folder of the skill. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** A skill with all its files known: what a person trusts. */
export interface OpenedSkill {
  /** `sha256:…` over the paths, sizes and contents of all files. */
  readonly hash: string;
  /** In order of their paths. */
  readonly files: readonly SkillFile[];
  /** The bytes of a file, which are those that were hashed; throws `stale` where they no longer are, `not_found` for others. */
  read(path: string, signal?: AbortSignal): Promise<Uint8Array>;
}

/** A skill as its source finds it. */
export interface FoundSkill {
  readonly fields: SkillFields;
  /** The name of its place in the source where `fields.name` is not unique there: `acme/billing/refunds`. */
  readonly label?: string | undefined;
  /** What it is remembered by when a person trusts it, the same as long as it lies there. */
  readonly place: string;
  /** Where its folder really is, where backends have links: the same folder is one skill, however it is reached. */
  readonly realPath?: string | undefined;
  /** The folder on the disk or in the workspace, where programs find its scripts. */
  readonly path?: string | undefined;
  /** Files of the workspace: the policy is asked about reading them, too. */
  readonly isInWorkspace: boolean;
  /** The beginning of its instructions, for searches. */
  readonly body: string;
  /** Find out what it consists of now. Throws `too_large` above the limits. */
  open(signal?: AbortSignal): Promise<OpenedSkill>;
}

/** A place where skills are. */
export interface SkillSource {
  /** For people: a folder, the name of a server. */
  readonly name: string;
  readonly scope: SkillScope;
  /** What is found there has a person's trust without being asked about. */
  readonly isTrusted: boolean;
  list(
    signal?: AbortSignal,
  ): Promise<{ readonly skills: readonly FoundSkill[]; readonly problems: readonly SkillProblem[] }>;
}

/** A skill by the name that it goes by here. */
export interface Skill extends FoundSkill {
  /** `user/deploy`, or `server/deploy` of an MCP server: the same whatever else there is. */
  readonly id: string;
  /** What models call it: `deploy`, or its id where another skill has that name. */
  readonly name: string;
  readonly scope: SkillScope;
  readonly source: string;
  /** `new` and `changed` ask a person; what has changed had been trusted before. */
  readonly trust: "trusted" | "new" | "changed";
}
