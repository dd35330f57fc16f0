import { spawn } from "node:child_process";
import { once } from "node:events";
import { command } from "../fixtures/command.fixture.ts";

export interface ServedRuns {
  readonly url: string;
  readonly token: string;
  /** Ends it as Ctrl-C does; resolves to the exit code. */
  end(): Promise<number | null>;
}

/** `holdall runs serve` in a process of its own, with a random token. Rejects with what it has said when it does not serve. */
export async function startServingRuns(database: string): Promise<ServedRuns> {
  const { HOLDALL_TOKEN: _, ...env } = process.env;
  const child = spawn(process.execPath, [command, "runs", "serve", "--database", database], {
    ...{ env, stdio: ["ignore", "ignore", "pipe"] },
  });
  const ended = once(child, "close");
  let said = "";
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    said += chunk;
    const [, url, token] = /serving runs at (http:\S+)\nToken: ([0-9a-f]{64})\n/.exec(said) ?? [];
    if (url === undefined || token === undefined) continue;
    child.stderr.resume();
    const end = async () => {
      child.kill("SIGINT");
      return (await ended)[0] as number | null;
    };
    return { url, token, end };
  }
  throw new Error(said);
}
