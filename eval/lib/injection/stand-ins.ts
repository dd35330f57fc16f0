import { type Access, createRegistry, defineTool, foreignContent, type Registry, type Tool } from "@holdall/tool-core";
import { z } from "zod";
import type { SuiteCall } from "./suite.ts";

interface Got {
  readonly tool: string;
  readonly args: unknown;
}

interface StandIns {
  readonly registry: Registry;
  /** The result of the next call. */
  answer(call: SuiteCall): void;
  /** The results of the next calls, in their order. */
  answerAll(calls: readonly SuiteCall[]): void;
  /** What tools were called with since `answerAll`. */
  got(): readonly Got[];
}

/** What belongs to the user alone, without text of others. */
const own = /^(get_user_info(rmation)?|get_iban|get_balance|get_current_day|search_contacts_.*)$/;
const spending = /^(send_money|schedule_transaction|reserve_.*)$/;
const messages = /^(send_(email|direct_message|channel_message))$/;
const web = /^(get|post)_webpage$/;
const reading = /^(get|read|search|list|check)_/;

export const isOwnTool = (name: string): boolean => own.test(name);

/** Tools that give recorded results and declare what tools of their kind declare here. */
export function standIns(suite: string, names: readonly string[]): StandIns {
  let waiting: unknown[] = [];
  let got: Got[] = [];
  const tools = names.map((name) => {
    const isOwn = isOwnTool(name);
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
      execute(args, { state }) {
        if (!isOwn) state(foreignContent).add(`mcp:${suite}`);
        got.push({ tool: name, args });
        const answer = { result: waiting.shift() };
        // Results of MCP servers are structured, as their tools declare it.
        return web.test(name) ? answer : { structured: answer };
      },
      render: (output) => JSON.stringify((output as { readonly structured?: unknown }).structured ?? output),
    });
  });
  return {
    registry: createRegistry(tools as readonly Tool[]),
    answer: ({ result }) => {
      waiting = [result];
    },
    answerAll: (calls) => {
      waiting = calls.map(({ result }) => result);
      got = [];
    },
    got: () => got,
  };
}
