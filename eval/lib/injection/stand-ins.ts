import { type Access, createRegistry, defineTool, foreignContent, type Registry, type Tool } from "@holdall/tool-core";
import { z } from "zod";
import type { SuiteCall } from "./suite.ts";

/** What belongs to the user alone, without text of others. */
const own = /^(get_user_info(rmation)?|get_iban|get_balance|get_current_day|search_contacts_.*)$/;
const spending = /^(send_money|schedule_transaction|reserve_.*)$/;
const messages = /^(send_(email|direct_message|channel_message))$/;
const web = /^(get|post)_webpage$/;
const reading = /^(get|read|search|list|check)_/;

/** Tools that give recorded results and declare what tools of their kind declare here. */
export function standIns(
  suite: string,
  names: readonly string[],
): { registry: Registry; answer(call: SuiteCall): void; answerAll(calls: readonly SuiteCall[]): void } {
  let waiting: unknown[] = [];
  const tools = names.map((name) => {
    const isOwn = own.test(name);
    const readOnly = reading.test(name);
    return defineTool({
      name,
      category: web.test(name) ? "web" : "mcp",
      description: `${name} of ${suite}.`,
      input: z.looseObject({}),
      hints: { readOnly, openWorld: !isOwn },
      access: (input): Access[] => {
        if (isOwn) return [{ action: "read", target: `user:${name}` }];
        if (web.test(name)) return [{ action: "network", target: String(input.url) }];
        if (spending.test(name)) return [{ action: "spend", target: `mcp:${suite}/${name}` }];
        if (messages.test(name)) return [{ action: "message", target: `mcp:${suite}/${name}` }];
        return [{ action: "execute", target: `mcp:${suite}/${name}` }];
      },
      execute(_, { state }) {
        if (!isOwn) state(foreignContent).add(`mcp:${suite}`);
        return { result: waiting.shift() };
      },
    });
  });
  return {
    registry: createRegistry(tools as readonly Tool[]),
    answer: ({ result }) => {
      waiting = [result];
    },
    answerAll: (calls) => {
      waiting = calls.map(({ result }) => result);
    },
  };
}
