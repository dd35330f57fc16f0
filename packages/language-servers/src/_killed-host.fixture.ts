// A host that starts a server, says so, and then does nothing until it is killed.
import { toPath } from "@holdall/tool-core";
import { serverPool } from "./server-pool.ts";

if (import.meta.main) {
  const [, , folder = "", file = "", command = "null"] = process.argv;
  const fake = JSON.parse(command) as string[] | null;
  const pool = serverPool({
    roots: [folder],
    ...(fake && { servers: [{ name: "fake", languages: { fake: "fake" }, command: fake }] }),
  });
  const answer = await pool.definitions({ path: toPath(file), line: 1, column: 1 });
  process.stdout.write(`${JSON.stringify(answer)}\n`);
  setInterval(() => {}, 1_000);
}
