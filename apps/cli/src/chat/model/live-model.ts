import { type ChatModel, contextWindowOf, type Tokens } from "@holdall/chat";
import type { Model } from "./load-model.ts";
import { type Prices, priceOf } from "./prices.ts";

/** The current model of a conversation, which `/model` changes. */
export interface LiveModel extends ChatModel {
  /** As the user names it. */
  readonly name: string;
  /** Switch to another one. Throws UsageError with the possible models. */
  change(name: string): Promise<void>;
  /** Names that the user may want: those that were used, and those that have a price. */
  known(): readonly string[];
  /** Dollars that tokens cost; undefined if the prices of this model are unknown. */
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
  /** What the person's configuration says. */
  readonly prices?: Prices | undefined;
}

export function liveModel({ model: first, name: firstName, load, window, price, prices }: Opening): LiveModel {
  let [model, name] = [first, firstName];
  const used = new Set([firstName]);
  const named = price === undefined ? undefined : priceOf(price, "--price");
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
      used.add(wanted);
    },
    known: () => [...new Set([...used, ...(prices?.names ?? [])])],
    cost(tokens) {
      const cost = (name === firstName ? named : undefined) ?? prices?.of(name) ?? prices?.of(model.modelId);
      return cost?.(tokens);
    },
  };
}
