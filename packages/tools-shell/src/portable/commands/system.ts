import { type Execute, printed, readOptions } from "./command.ts";

/** `uname`: a system that gives nothing of the host away. */
export const uname: Execute = (args) => {
  const { flags } = readOptions(args);
  if (flags.has("a")) return printed("Linux localhost 6.0.0 portable x86_64 GNU/Linux\n");
  const words = [
    flags.size === 0 || flags.has("s") ? "Linux" : "",
    flags.has("n") ? "localhost" : "",
    flags.has("r") ? "6.0.0" : "",
    flags.has("m") ? "x86_64" : "",
    flags.has("o") ? "GNU/Linux" : "",
  ];
  return printed(`${words.filter(Boolean).join(" ")}\n`);
};

/** `id`: the user of the shell. */
export const id: Execute = (args) => {
  const { flags } = readOptions(args);
  if (flags.has("u") || flags.has("g")) return printed(flags.has("n") ? "user\n" : "1000\n");
  return printed("uid=1000(user) gid=1000(user) groups=1000(user)\n");
};

export const nproc: Execute = () => printed("1\n");
export const umask: Execute = (args) => printed(args.length === 0 || args[0] === "-p" ? "0022\n" : "");
/** `jobs`, `disown`, `ulimit`, `sync`: there is nothing that they could show or change. */
export const nothing: Execute = () => printed("");
