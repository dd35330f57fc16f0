import type { seeded } from "../seeded.ts";
import type { World } from "./world.ts";

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
  /** The part of the configuration that uses its secret. */
  readonly use?: keyof import("./world.ts").Uses;
  run(attempt: Attempt): Promise<unknown>;
  right?(attempt: Attempt): boolean;
}

/** Whether the right server got a text that has the value, as `run` has sent it there. */
export const arrived = ({ world, value }: Attempt): boolean =>
  world.servers.right.got.some((text) => text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1)));
