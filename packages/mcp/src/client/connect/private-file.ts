import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { ToolError } from "@holdall/tool-core";

/** A JSON object in a file that only its owner may read. */
export interface PrivateFile {
  read(): Promise<Record<string, unknown>>;
  /** Change it in one step: the file is the old one or the new one, and changes of this process follow one another. */
  update(change: (value: Record<string, unknown>) => Record<string, unknown>): Promise<void>;
}

/** Open such a file; it need not exist. A file that is not a JSON object throws `parse_error` and is left as it is. */
export function privateFile(path: string): PrivateFile {
  let last: Promise<void> = Promise.resolve();

  const read = async (): Promise<Record<string, unknown>> => {
    const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "{}";
      throw error;
    });
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
    } catch {
      // told below
    }
    throw new ToolError("parse_error", `The file ${path} does not have the content that was written to it.`, {
      hint: "Correct it, or delete it to start over.",
    });
  };

  const write = async (value: Record<string, unknown>) => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const beside = `${path}.${randomBytes(6).toString("hex")}`;
    try {
      const file = await open(beside, "wx", 0o600);
      try {
        await file.writeFile(`${JSON.stringify(value, null, 2)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(beside, path);
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  };

  return {
    read,
    update(change) {
      const next = last.then(async () => write(change(await read())));
      last = next.catch(() => {});
      return next;
    },
  };
}
