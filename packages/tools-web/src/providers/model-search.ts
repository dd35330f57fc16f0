import { abortedError, ToolError } from "@holdall/tool-core";
import { withOperators } from "../search/operators.ts";
import { endpoint } from "../search/providers/endpoint.ts";
import type { SearchProvider, SearchQuery } from "../search/providers/provider.ts";

/** The required fields of a model's answer, as returned by the AI SDK's `generateText`. */
export interface ModelAnswer {
  readonly text: string;
  readonly sources: readonly { readonly url?: string | undefined; readonly title?: string | undefined }[];
}

export interface ModelSearchOptions<Tools> {
  /** Calls the model once: `(request) => generateText({ model, ...request })`. */
  readonly generate: (request: { prompt: string; tools: Tools; abortSignal: AbortSignal }) => PromiseLike<ModelAnswer>;
  /** The model provider's own search tool, with its required name: `() => ({ web_search: anthropic.tools.webSearch_20250305() })`. */
  readonly tools: (search: SearchQuery) => Tools;
  /** The URL of the model provider, for permissions: `https://api.anthropic.com`. */
  readonly url: string;
  /** The name of the source in results. */
  readonly name?: string;
  /** Filters that `tools` passes to the model provider. */
  readonly can?: Partial<SearchProvider["can"]>;
}

/** Use a model's own search as a provider: its sources are the results, its text is the answer. A search costs a model call. */
export function modelSearch<Tools>(options: ModelSearchOptions<Tools>): SearchProvider {
  const { generate, tools, url, name = "model", can } = options;
  return {
    name,
    url: endpoint(url, "/", "url of modelSearch").url,
    can: {
      allowed_domains: "operator",
      blocked_domains: "operator",
      exact_terms: "operator",
      language: "none",
      freshness: "none",
      page: "none",
      ...can,
    },
    most: 20,
    async search(search, { signal }) {
      const words = withOperators(search, "allowed_domains", "blocked_domains", "exact_terms");
      const prompt = `Search the web for the following and say in a few sentences what you found, with sources.\n\n${words}`;
      try {
        const { text, sources } = await generate({ prompt, tools: tools(search), abortSignal: signal });
        const hits = sources.map(({ url = "", title = url }) => ({ title, url, snippet: "" }));
        return { hits, answer: text.trim() || undefined };
      } catch (cause) {
        if (signal.aborted) throw abortedError(signal.reason);
        throw new ToolError("unavailable", `The search of ${name} failed.`, {
          hint: "Search with another provider, or tell the user to check the model's configuration.",
          cause,
        });
      }
    },
  };
}
