import { toPath } from "@holdall/tool-core";
import { pgliteDatabase } from "./pglite-database.ts";
import { sqlBackend } from "./sql-backend.ts";

// Open the folder that is named on the command line, write a file, say so, and hold the folder until killed.
const [, , dir = ""] = process.argv;
const backend = sqlBackend({ db: pgliteDatabase({ dir }) });
await backend.write(toPath("/from-child"), new TextEncoder().encode("kept"));
console.log("holding");
setInterval(() => {}, 60_000);
