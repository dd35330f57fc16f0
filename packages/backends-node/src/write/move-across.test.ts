import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { describeTreeCopies } from "@holdall/conformance";
import { toPath } from "@holdall/tool-core";
import { describe } from "vitest";
import { nodeBackend } from "../node-backend.ts";

const hasOther = existsSync("/dev/shm") && statSync("/dev/shm").dev !== statSync("/tmp").dev;

// Without a second file system there is nothing to move across.
describe.runIf(hasOther)("to another file system", () => {
  describeTreeCopies(
    "a move",
    async ({ root }) => {
      const other = mkdtempSync("/dev/shm/holdall-test-");
      const remove = async () => rmSync(other, { recursive: true });
      try {
        await nodeBackend({ roots: [root, other] }).move?.(toPath(join(root, "sub")), toPath(join(other, "link")));
        await nodeBackend({ roots: [root, other] }).move?.(toPath(join(root, "real")), toPath(join(other, "real")));
      } catch (error) {
        await remove();
        throw error;
      }
      return { folder: other, [Symbol.asyncDispose]: remove };
    },
    { keepsSource: false },
  );
});
