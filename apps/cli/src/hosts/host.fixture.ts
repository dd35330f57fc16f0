import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { SecretEntry } from "@holdall/middleware/node";
import type { PolicyFile } from "@holdall/permissions";

/** A tool in the spelling `snake`, and its input. */
export type Call = readonly [tool: string, input: Readonly<Record<string, unknown>>];

/** What the model or the script that made a call gets. */
export interface Outcome {
  /** `ok`, or the code of the error. */
  readonly code: string;
  readonly text: string;
}

/** How a host is opened, and what the person at it answers. */
export interface Setting {
  readonly project: Project;
  readonly preset?: "coding" | "readonly" | undefined;
  /** The contents of a policy file of the user. */
  readonly policy?: Partial<Pick<PolicyFile, "allow" | "ask" | "deny" | "mode">> | undefined;
  /** Words for the command line. Hosts without one have `isCommand: false`. */
  readonly flags?: readonly string[] | undefined;
  /** Whether commands run in a sandbox; off by default. */
  readonly sandbox?: boolean | undefined;
  /** The portable shell instead of that of the machine. */
  readonly shell?: "portable" | undefined;
  /** The command of an agent `other` of the user, which speaks the Agent Client Protocol. */
  readonly agent?: readonly string[] | undefined;
  /** The calls of each agent that a call of `task` starts, in hosts with a model. */
  readonly agentCalls?: readonly Call[] | undefined;
  /** The address of a Postgres database that the user has configured as `shop`. */
  readonly database?: string | undefined;
  /** Secrets that the user has configured, and loopback open to web tools. */
  readonly secrets?: Readonly<Record<string, SecretEntry>> | undefined;
  /** The answers to questions in turn; the last one is repeated. */
  readonly answers: readonly boolean[];
  /** Gets the text of each question, in hosts that show it to a person. */
  readonly heard?: ((question: string) => void) | undefined;
}

/** One way to reach the tools. */
export interface Host {
  readonly name: string;
  /** Whether it is a `holdall` command. */
  readonly isCommand: boolean;
  /** Whether a person answers each question, instead of all of them ahead with `--yes`. */
  readonly answersEach: boolean;
  /** Whether its person reads the text of the question, and not only the call. */
  readonly showsQuestions: boolean;
  /** Whether all questions come before the call, so that one that arises while it runs is a denial. */
  readonly asksAhead: boolean;
  /** Whether it has a model, with which agents work. */
  readonly hasModel: boolean;
  /** Whether its calls share a session. */
  readonly isOneSession: boolean;
  /** Make calls one after the other. */
  run(calls: readonly Call[], setting: Setting): Promise<readonly Outcome[]>;
}

/** A folder with a project, and the home of its user. */
export interface Project extends Disposable {
  /** The folder that holds both, and what else a test puts there. */
  readonly base: string;
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Write a file below the root. */
  put(path: string, text: string, mode?: number): string;
}

export function makeProject(): Project {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "holdall-hosts-")));
  const root = join(base, "project");
  for (const folder of [root, join(base, "home")]) mkdirSync(folder);
  const home = { HOME: join(base, "home"), XDG_CONFIG_HOME: join(base, "config"), XDG_STATE_HOME: join(base, "state") };
  return {
    base,
    root,
    env: { ...process.env, ...home, TERM: "dumb" },
    put(path, text, mode = 0o644) {
      const file = join(root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { mode });
      return file;
    },
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** The outcome of a call whose result was rendered for a model. */
export function outcomeOf(text: string): Outcome {
  const [, code = "ok"] = /^Error \((\w+)\)/.exec(text) ?? [];
  return { code, text };
}

/** The answer to each question of a run in turn. */
export function answerer(answers: readonly boolean[]): () => boolean {
  let at = 0;
  return () => answers[Math.min(at++, answers.length - 1)] ?? false;
}
