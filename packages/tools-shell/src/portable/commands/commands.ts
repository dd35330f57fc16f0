import { cut, paste, uniq } from "./columns.ts";
import type { Execute } from "./command.ts";
import { bash, nl, sed } from "./corrected.ts";
import { diff } from "./diff.ts";
import { du, od } from "./dump.ts";
import { grep } from "./grep/grep.ts";
import { head, tail } from "./head-tail.ts";
import { ls } from "./ls.ts";
import { mktemp, realpath } from "./paths.ts";
import { rm } from "./rm.ts";
import { sort } from "./sort.ts";
import { id, nothing, nproc, umask, uname } from "./system.ts";
import { cmp, less, shuf, truncate, yes } from "./text.ts";
import { xargs } from "./xargs.ts";

/** The commands that the shell has besides those of the interpreter, or instead of them. */
export const ownCommands: Readonly<Record<string, Execute>> = {
  ...{
    mktemp,
    realpath,
    rm,
    ls,
    uname,
    id,
    nproc,
    umask,
    jobs: nothing,
    disown: nothing,
    ulimit: nothing,
    sync: nothing,
  },
  ...{ cmp, diff, less, more: less, shuf, sort, truncate, yes, cut, paste, uniq, head, tail, xargs, od, du },
  ...{ grep, egrep: grep, fgrep: grep, sed, nl, bash, sh: bash },
};
