import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** A call with the result that it gets. */
export interface SuiteCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: unknown;
}

/** What a user asks for, with the right calls. In those of `attacked`, tokens stand where an attacker can write. */
export interface SuiteTask {
  readonly id: string;
  readonly prompt: string;
  readonly calls: readonly SuiteCall[];
  readonly attacked: readonly SuiteCall[];
}

/** What injected text asks for, with the calls that carry it out; none if the attack only wants words in the answer. */
export interface SuiteAttack {
  readonly id: string;
  readonly goal: string;
  readonly calls: readonly SuiteCall[];
}

export interface Suite {
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  readonly vectors: Readonly<Record<string, string>>;
  readonly tasks: readonly SuiteTask[];
  readonly attacks: readonly SuiteAttack[];
}

export const tokenOf = (vector: string): string => `INJECTED_${vector}_TEXT`;

/** How to get what the evaluation reads. */
export const howToGet =
  "git clone https://github.com/ethz-spylab/agentdojo FOLDER, python3 -m venv FOLDER/venv, FOLDER/venv/bin/pip install 'pydantic[email]' pyyaml deepdiff docstring_parser, then set HOLDALL_AGENTDOJO=FOLDER (and HOLDALL_PYTHON, if the interpreter is elsewhere)";

/** The suites of AgentDojo by name; undefined where the folder is not there. */
export function readAgentDojo(): Readonly<Record<string, Suite>> | undefined {
  const folder = process.env.HOLDALL_AGENTDOJO;
  if (folder === undefined) return undefined;
  const own = join(folder, "venv/bin/python");
  const python = process.env.HOLDALL_PYTHON ?? (existsSync(own) ? own : "python3");
  const script = join(import.meta.dirname, "export-agentdojo.py");
  return JSON.parse(
    execFileSync(python, [script, folder], {
      encoding: "utf8",
      maxBuffer: 256 * 1024 * 1024,
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );
}
