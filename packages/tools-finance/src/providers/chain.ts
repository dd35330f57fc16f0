import { abortedError, ToolError, type ToolErrorCode } from "@holdall/tool-core";
import { accessesOf } from "./access.ts";
import type { ChainIo, FinanceClient, FinanceIo, Provider } from "./provider.ts";

/** Who was asked before, and why it did not answer. */
export interface Attempt {
  readonly provider: string;
  readonly code: string;
  readonly error: string;
}

export interface Answered<P, T> {
  readonly value: T;
  readonly provider: P;
  /** Milliseconds since 1970. */
  readonly fetched: number;
  readonly from_cache: boolean;
  readonly tried: readonly Attempt[];
}

/** Failures after which the next provider is asked. What one does not know, another is not asked for. */
const passing = new Set<ToolErrorCode>(["unavailable", "timeout", "parse_error", "too_large", "unsupported"]);

const kept = 500;
const keptMs = 60_000;

/**
 * Ask the first provider that answers, and take everything from that one. Answers are kept for a minute; a provider
 * that has reached a limit is skipped for as long as it says. Throws the error of a provider that rejects the request,
 * or `unavailable` with all that were tried.
 */
export function openChain<P extends Provider>(providers: readonly P[], client: FinanceClient, now: () => number) {
  const answers = new Map<string, { readonly value: unknown; readonly fetched: number }>();
  const rests = new Map<string, number>();

  return async function ask<T>(
    key: string,
    name: string | undefined,
    { signal, require }: ChainIo,
    run: (provider: P, io: FinanceIo) => Promise<T>,
  ): Promise<Answered<P, T>> {
    const tried: Attempt[] = [];
    const chosen = chooseProviders(providers, name);
    for (const [index, provider] of chosen.entries()) {
      const place = `${provider.name} ${key}`;
      const known = answers.get(place);
      if (known && now() - known.fetched < keptMs)
        return { ...known, value: known.value as T, provider, from_cache: true, tried };
      try {
        const rest = Math.ceil(((rests.get(provider.name) ?? 0) - now()) / 1000);
        if (rest > 0) throw resting(provider.name, rest);
        if (index > 0) await require(...accessesOf(provider));
        const value = await run(provider, { client, signal, now });
        const answer = { value, fetched: now() };
        answers.delete(place);
        answers.set(place, answer);
        if (answers.size > kept) answers.delete(answers.keys().next().value ?? "");
        return { ...answer, provider, from_cache: false, tried };
      } catch (thrown) {
        if (signal.aborted) throw abortedError(signal.reason);
        if (!ToolError.is(thrown)) throw thrown;
        const { retry_after } = thrown.data ?? {};
        if (typeof retry_after === "number" && !rests.has(provider.name))
          rests.set(provider.name, now() + retry_after * 1000);
        if ((rests.get(provider.name) ?? 0) <= now()) rests.delete(provider.name);
        tried.push({ provider: provider.name, code: thrown.code, error: thrown.message });
        if (chosen.length === 1 || !passing.has(thrown.code)) throw thrown;
      }
    }
    const reasons = tried.map(({ provider, error }) => `${provider}: ${error}`).join(" ");
    throw new ToolError("unavailable", `No provider returned a price. ${reasons}`, {
      hint: "Try again later, or tell the user.",
      data: { tried },
    });
  };
}

/** All in their order, or the one that is named. Throws `not_found` with the names. */
export function chooseProviders<P extends Provider>(providers: readonly P[], name: string | undefined): readonly P[] {
  if (name === undefined) return providers;
  const folded = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  const found = providers.find((provider) => provider.name.replace(/[^a-z0-9]/g, "") === folded);
  if (found) return [found];
  throw new ToolError("not_found", `There is no provider ${JSON.stringify(name.slice(0, 60))} here.`, {
    hint: `Leave it out, or name one of: ${providers.map((each) => each.name).join(", ")}.`,
  });
}

const resting = (name: string, seconds: number) =>
  new ToolError("unavailable", `${name} asked to wait and is not used for ${seconds} more seconds.`, {
    hint: `Wait ${seconds} seconds, or name another provider.`,
  });
