import type { Asker } from "@holdall/tools-interact/port";
import type { InTurn } from "./approve.ts";

/** Ask only when nothing else is asked. */
export function queuedAsker({ ask, review }: Asker, inTurn: InTurn): Asker {
  return {
    ask: (request, at) =>
      inTurn(async () => {
        at.signal.throwIfAborted();
        return await ask(request, at);
      }),
    review: (request, at) =>
      inTurn(async () => {
        at.signal.throwIfAborted();
        return await review(request, at);
      }),
  };
}
