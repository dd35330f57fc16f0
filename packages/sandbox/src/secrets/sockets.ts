import { readFileSync, statSync } from "node:fs";
import { type Hidden, hiddenAt } from "./secrets.ts";

/**
 * The sockets of daemons that lie in the file system, as far as they can be found: those of this network namespace, and
 * those that variables name. A read-only mount does not keep a program from connecting to one.
 */
export function findSockets(env: NodeJS.ProcessEnv = process.env): readonly Hidden[] {
  if (process.platform !== "linux") return [];
  const named = [env.SSH_AUTH_SOCK, env.DOCKER_HOST?.replace(/^unix:\/\//, ""), "/docker.sock"];
  const paths = new Set([...listed(), ...named.filter((path) => path?.startsWith("/"))]);
  return [...paths].flatMap((path) => (path !== undefined && isSocket(path) ? (hiddenAt(path) ?? []) : []));
}

/** Lines end with the path where there is one; names that begin with `@` are in no file system. */
function listed(): string[] {
  try {
    return Array.from(readFileSync("/proc/net/unix", "utf8").matchAll(/ (\/.*)$/gm), ([, path = ""]) => path);
  } catch {
    return [];
  }
}

function isSocket(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isSocket() ?? false;
  } catch {
    // Out of our own reach, and so out of that of what we start.
    return false;
  }
}
