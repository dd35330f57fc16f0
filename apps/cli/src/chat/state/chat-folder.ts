import { createHash } from "node:crypto";
import { join } from "node:path";
import { stateFolder } from "../../config/ownership/user-folder.ts";

/** What is kept of the conversations about one place lies in this folder. */
export function chatFolder(place: string, env: NodeJS.ProcessEnv): string {
  return join(stateFolder(env), "chats", createHash("sha256").update(place).digest("hex").slice(0, 16));
}
