import { type Execute, printed } from "./command.ts";

/** What a command has set to run at its end, and the variables at that time. */
export interface ExitTrap {
  handler: string | undefined;
  variables: ReadonlyMap<string, string>;
}

/** `trap`: the handler of EXIT runs at the end of the command; there are no signals and no ERR or DEBUG handlers here. */
export const trapCommand =
  (trap: ExitTrap, note: (text: string) => void): Execute =>
  (args, { env }) => {
    const words = args[0] === "--" ? args.slice(1) : args;
    if (words.length === 0 || words[0] === "-p")
      return printed(trap.handler === undefined ? "" : `trap -- '${trap.handler.replaceAll("'", "'\\''")}' EXIT\n`);
    const [handler = "", ...conditions] = words.length === 1 ? ["-", ...words] : words;
    for (const condition of conditions) {
      if (/^(?:EXIT|0)$/i.test(condition)) {
        trap.handler = handler === "-" || handler === "" ? undefined : handler;
        trap.variables = new Map(env);
      } else if (/^(?:ERR|DEBUG|RETURN)$/i.test(condition) && handler !== "-")
        note(`trap ${condition} has no effect here: only EXIT does.`);
    }
    return printed("");
  };
