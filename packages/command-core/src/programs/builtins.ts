import { isWithin } from "@holdall/tool-core";
import { fileEffects } from "../_paths.ts";
import type { Program } from "../_program.ts";
import { here, touching } from "./_files.ts";

const prints: Program = () => ({ helper: true });

const cd: Program = (call) => {
  const target = call.args.find(({ text }) => !/^-[LPe@]*$/.test(text) || text === "-");
  if (!target) return { helper: true, unknowns: ["it goes to the home folder"], goesTo: { folders: undefined } };
  if (target.text === "-") return { helper: true, goesTo: { folders: undefined } };
  const found = target.kind === "exact" ? fileEffects("read", target, call.folders) : undefined;
  if (!found) {
    const unknowns = ["where it goes is only known when it runs"];
    return { helper: true, unknowns, goesTo: { folders: undefined } };
  }
  const folders = found.map((effect) => effect.target as NonNullable<typeof call.folders>[number]);
  // Going down changes nothing that is not judged by itself; leaving is judged as a reading.
  const stays = call.folders?.every((from, i) => folders[i] !== undefined && isWithin(folders[i], from));
  return { helper: true, effects: stays ? [] : found, goesTo: { folders } };
};

/** Text that the shell runs as code when it is told. */
const runsText: Program = ({ args }) =>
  args.every((arg) => arg.kind === "exact")
    ? { scripts: [args.map((arg) => arg.text).join(" ")] }
    : { unknowns: ["it runs text as code that is only known when it runs"] };

const source: Program = (call) => {
  const { effects } = touching(call, { read: call.args.slice(0, 1) });
  return { effects, unknowns: ["it runs the code of another file in this shell"] };
};

const trap: Program = ({ args: [handler] }) => {
  if (!handler || /^-/.test(handler.text) || handler.text === "") return { helper: true };
  return handler.kind === "exact"
    ? { scripts: [handler.text] }
    : { unknowns: ["it sets a handler that is only known when it runs"] };
};

/** Builtins that only change the shell's own state, or print; those that can run code otherwise are not here. */
const plain =
  "echo printf true false : test [ exit return break continue shift wait read local readonly times let getopts " +
  "pwd dirs type hash jobs ulimit umask sleep date seq basename dirname unset typeset declare export set shopt mapfile readarray";

export const builtins: Readonly<Record<string, Program>> = {
  ...Object.fromEntries(plain.split(" ").map((name) => [name, prints])),
  printf: ({ args }) => (args[0]?.text === "-v" ? { helper: true } : { helper: true }),
  cd,
  pushd: (call) => ({ ...cd(call), goesTo: { folders: undefined } }),
  popd: () => ({ helper: true, goesTo: { folders: undefined } }),
  eval: runsText,
  source,
  ".": source,
  trap,
  alias: ({ args }) => (args.length > 0 ? { unknowns: ["it gives commands other names"] } : { helper: true }),
  enable: () => ({ unknowns: ["it changes what the shell's own commands are"] }),
  complete: () => ({ unknowns: ["it registers code with the shell"] }),
  bind: () => ({ unknowns: ["it registers code with the shell"] }),
  pwd: () => ({ helper: true, prints: [here] }),
};
