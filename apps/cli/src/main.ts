#!/usr/bin/env node
import * as nodeModule from "node:module";
import { complaintAbout } from "./node-version.ts";
import { processIo } from "./process-io.ts";
import { runHoldall } from "./run-holdall.ts";

const complaint = complaintAbout(process.version);
if (complaint !== undefined) {
  console.error(complaint);
  process.exit(1);
}

// Before anything else loads; what is imported statically would miss the cache.
nodeModule.enableCompileCache();

process.exitCode = await runHoldall(process.argv.slice(2), processIo());
