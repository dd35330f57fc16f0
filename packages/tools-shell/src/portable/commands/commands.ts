import type { Execute } from "./command.ts";
import { mktemp, realpath } from "./paths.ts";
import { rm } from "./rm.ts";
import { sort } from "./sort.ts";
import { id, nothing, nproc, umask, uname } from "./system.ts";
import { cmp, less, shuf, truncate, yes } from "./text.ts";

/** The commands that the shell has besides those of the interpreter. */
export const ownCommands: Readonly<Record<string, Execute>> = {
  ...{ mktemp, realpath, rm, uname, id, nproc, umask, cmp, less, more: less, shuf, sort, truncate, yes },
  ...{ jobs: nothing, disown: nothing, ulimit: nothing, sync: nothing },
};
