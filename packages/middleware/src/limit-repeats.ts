import { contentText, declareWhole, type Middleware, type Policy, type StateKey, text } from "@holdall/tool-core";

export interface LimitRepeatsOptions {
  /** The call in a row, with the same input and so far the same result, that the user is asked about; 5 by default. */
  readonly limit?: number | undefined;
}

export interface RepeatLimit {
  readonly middleware: Middleware;
  /** Asks about a call that the middleware stopped. It goes before other policies. */
  readonly policy: Policy;
}

/** The last call of a session, and how often in a row it was made with this result. */
const lastKey: StateKey<{ call: string; result: string; count: number }> = {
  name: "middleware.repeats",
  create: () => ({ call: "", result: "", count: 0 }),
};

const mark = "repeat:";

/**
 * Tell a model that makes the same call with the same result for the third time in a row, and ask the user before it does for
 * the fifth time. Where the user cannot be asked, the call is refused. Calls of programs are not counted.
 */
export function limitRepeats({ limit = 5 }: LimitRepeatsOptions = {}): RepeatLimit {
  return {
    policy: ({ access, tool }) =>
      access?.action === "execute" && access.target === `${mark}${tool.name}`
        ? { effect: "ask", prompt: `${tool.title}: call ${limit} with the same input, and the same result so far` }
        : undefined,
    async middleware(call, next) {
      const { tool, input } = call;
      const last = call.state(lastKey);
      const key = `${tool.name} ${JSON.stringify(input)}`;
      // Calls of a program, and others beside this one, may be the last when this one ends.
      const before = { ...last };
      let isCounted = true;
      const result = await next(last.call === key ? { ...call, tool: repeated() } : call);
      if (!isCounted) return result;
      const isText = result.content.every(({ type }) => type === "text");
      const said = `${result.ok} ${contentText(result.content)}`;
      const prior = last.call === key ? last : before;
      const isSame = isText && prior.call === key && prior.result === said;
      Object.assign(last, { call: key, result: said, count: isSame ? prior.count + 1 : 1 });
      if (last.count < 3) return result;
      const note = `This call had the same result ${last.count} times in a row. Another one will not help: do something else, or tell the user what you need.`;
      return { ...result, content: [...result.content, text(note)] };

      /** The tool, which asks before it runs once more than the limit lets it. */
      function repeated(): typeof tool {
        const stops = last.count >= limit - 1;
        return {
          ...tool,
          execute(given, ctx, prepared) {
            if (ctx.inProgram) isCounted = false;
            if (!stops || ctx.inProgram) return tool.execute(given, ctx, prepared);
            isCounted = false;
            return (async function* () {
              // Nothing but the question, so that plan mode lets it pass.
              await ctx.require(declareWhole({ action: "execute", target: `${mark}${tool.name}` }));
              last.count = 0;
              isCounted = true;
              const running = tool.execute(given, ctx, prepared);
              return Symbol.asyncIterator in Object(running)
                ? yield* running as AsyncGenerator<never, unknown, void>
                : await running;
            })();
          },
        };
      }
    },
  };
}
