import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createScrubber, environmentSecrets } from "@holdall/middleware";

/** What the user has typed before, the last first. */
export interface TypedHistory {
  list(): string[];
  /** Remember a message; several lines, and what is the last one already, are left out. */
  add(message: string): void;
}

/** Messages that are kept. */
const most = 200;

/**
 * What was typed about one place, in a file of its folder that is its owner's alone; secrets are kept by their names
 * only. A file that cannot be read or written is reported once, and the history lasts as long as the process.
 */
export function typedHistory(
  folder: string,
  onProblem: (message: string) => void,
  env: NodeJS.ProcessEnv,
): TypedHistory {
  const file = join(folder, "typed.json");
  const scrub = createScrubber({ secrets: environmentSecrets(env) });
  let isTold = false;
  const tell = (error: unknown) => {
    if (!isTold) onProblem(`What you type is not saved: ${error instanceof Error ? error.message : error}`);
    isTold = true;
  };
  let typed: string[] = [];
  try {
    typed = read(file);
  } catch (error) {
    tell(error);
  }
  return {
    list: () => [...typed],
    add(message) {
      const line = scrub.text(message.trim());
      if (line === "" || line.includes("\n") || line === typed[0]) return;
      typed = [line, ...typed.filter((each) => each !== line)].slice(0, most);
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const beside = `${file}.${process.pid}.tmp`;
        writeFileSync(beside, JSON.stringify(typed), { mode: 0o600 });
        chmodSync(beside, 0o600);
        renameSync(beside, file);
      } catch (error) {
        tell(error);
      }
    },
  };
}

function read(file: string): string[] {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, "utf8"));
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
