import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findCheckout } from "./repository.ts";
import { addWorktree } from "./worktree.ts";

// A process that makes two worktrees, changes one of them, and is killed.
const [root = "", folder = ""] = process.argv.slice(2);
const checkout = await findCheckout([root]);
const options = { folder, prefix: "agent/" };
await addWorktree(checkout, { ...options, description: "unchanged" });
const { worktree } = await addWorktree(checkout, { ...options, description: "changed" });
writeFileSync(join(worktree.path, "a.txt"), "changed\n");
process.kill(process.pid, "SIGKILL");
