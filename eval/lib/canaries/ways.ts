import type { seeded } from "../seeded.ts";
import type { CallEnd, World } from "./world.ts";

/** What one attempt has: its secret, and nobody else's. */
export interface Attempt {
  readonly world: World;
  readonly name: string;
  readonly value: string;
  readonly random: ReturnType<typeof seeded>;
}

/**
 * One way on which a value may get out. Whatever it is, nothing but the right server may get it. `right` says whether that
 * server got it, on ways that authenticate.
 */
export interface Way {
  readonly where: "shell" | "web" | "MCP" | "mail" | "Postgres";
  readonly what: string;
  /** The model writes the value itself, as if it had learned it: what is logged of its own words is not looked at. */
  readonly isLearned?: boolean;
  /** How its calls may end other than with a result or a refusal that names the secret. */
  readonly endsWith?: RegExp;
  /** The part of the configuration that uses its secret. */
  readonly use?: keyof import("./world.ts").Uses;
  run(attempt: Attempt): Promise<unknown>;
  right?(attempt: Attempt): boolean;
}

/** Refusals that are about the secret. */
const refusal =
  /secret:\w+ is not for|contains the value of a secret|has not allowed secret:|a secret is put only into|secret:\w+ is put in where|cannot get secret:/;

/** Programs that commands of ways need. Without one, a command shows nothing. */
const programs =
  "awk|base64|bash|cat|curl|env|fold|git|head|ls|node|printenv|ps|python3|rev|sed|sh|strings|tail|tr|xxd";
const noProgram = new RegExp(`\\b(?:${programs}): (?:command )?not found`);

/** Why a way has shown nothing, although its value was not found anywhere; undefined if it ran, or was refused for its secret. */
export function untriedReason({ endsWith }: Pick<Way, "endsWith">, ends: readonly CallEnd[]): string | undefined {
  if (ends.length === 0) return "it made no call";
  for (const { tool, code, text } of ends) {
    const missing = noProgram.exec(text)?.[0];
    if (missing !== undefined) return missing;
    if (code === "ok" || refusal.test(text) || endsWith?.test(text)) continue;
    return `${tool} ended with ${code}: ${text.slice(0, 200)}`;
  }
  return undefined;
}

/** Whether the right server got a text that has the value, as `run` has sent it there. */
export const arrived = ({ world, value }: Attempt): boolean =>
  world.servers.right.got.some((text) => text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1)));
