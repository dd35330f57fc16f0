import { contextWindowOf } from "./context-window.ts";
import type { Model } from "./load-model.ts";
import { priceOf } from "./prices.ts";
import type { Tokens } from "./tokens.ts";

/** The model that a conversation goes on with, which `/model` changes. */
export interface LiveModel {
  readonly model: Model;
  /** As a person names it. */
  readonly name: string;
  /** Tokens of its context. */
  readonly window: number;
  /** Go on with another one. Throws UsageError with the ways that there are. */
  change(name: string): Promise<void>;
  /** Dollars that tokens cost; undefined where nobody has said what this model costs. */
  cost(tokens: Tokens): number | undefined;
}

interface Opening {
  readonly model: Model;
  readonly name: string;
  readonly load: (name: string) => Promise<Model>;
  /** Tokens of the context, whatever the model. */
  readonly window: number | undefined;
  /** What `--price` says, for the model at the start. */
  readonly price: string | undefined;
}

export function liveModel({ model: first, name: firstName, load, window, price }: Opening): LiveModel {
  let [model, name] = [first, firstName];
  const prices = price === undefined ? undefined : priceOf(price);
  return {
    get model() {
      return model;
    },
    get name() {
      return name;
    },
    get window() {
      return window ?? contextWindowOf(model.modelId);
    },
    async change(wanted) {
      model = await load(wanted);
      name = wanted;
    },
    cost: (tokens) => (name === firstName ? prices?.(tokens) : undefined),
  };
}
