/** What budgets are made of. */
export interface Amount {
  readonly turns: number;
  readonly tokens: number;
  readonly cost: number;
}

export type Kind = keyof Amount;

/** What exceeds a limit, and whose limit it is. */
export interface Shortage {
  readonly kind: Kind;
  readonly needed: number;
  readonly left: number;
  readonly limit: number;
  readonly owner: string;
}

/** The amount spent of a limit and the amount reserved. Both count for all accounts above, too. */
export interface Account {
  readonly owner: string;
  readonly spent: Amount;
  readonly held: Amount;
  /** What is missing, here or above, for holding so much more. */
  shortage(more: Amount): Shortage | undefined;
  /** Tokens that are left, here and above. */
  tokensLeft(): number;
  spend(amount: Amount): void;
  hold(change: Amount): void;
}

const kinds: readonly Kind[] = ["turns", "tokens", "cost"];
export const nothing: Amount = { turns: 0, tokens: 0, cost: 0 };
const combine = (a: Amount, b: Amount, sign: 1 | -1 = 1): Amount => ({
  turns: a.turns + sign * b.turns,
  tokens: a.tokens + sign * b.tokens,
  cost: a.cost + sign * b.cost,
});

/** An account below another, with limits of its own for what it and those below it use. */
export function createAccount(
  owner: string,
  limits: Partial<Record<Kind, number | undefined>>,
  parent?: Account,
  saved: Amount = nothing,
): Account {
  let [spent, held] = [saved, nothing];
  return {
    owner,
    get spent() {
      return spent;
    },
    get held() {
      return held;
    },
    shortage(more) {
      for (const kind of kinds) {
        const { [kind]: limit = Number.POSITIVE_INFINITY } = limits;
        const left = limit - spent[kind] - held[kind];
        if (more[kind] > left) return { kind, needed: more[kind], left, limit, owner };
      }
      return parent?.shortage(more);
    },
    tokensLeft() {
      const { tokens = Number.POSITIVE_INFINITY } = limits;
      return Math.min(tokens - spent.tokens - held.tokens, parent?.tokensLeft() ?? Number.POSITIVE_INFINITY);
    },
    spend(amount) {
      spent = combine(spent, amount);
      parent?.spend(amount);
    },
    hold(change) {
      held = combine(held, change);
      parent?.hold(change);
    },
  };
}

/** What one agent has set aside for its next calls. */
export interface Reservation {
  readonly amount: Amount;
  /** Set aside so much instead. Less always fits; where more does not, nothing changes and the answer says why. */
  resize(amount: Amount): Shortage | undefined;
  /** Whether what is set aside still fits, whatever others have spent meanwhile. */
  fits(): boolean;
  /** Give back what is set aside. */
  release(): void;
}

/** A reservation on an account, of nothing at first. */
export function reserve(account: Account): Reservation {
  let amount = nothing;
  const change = (next: Amount) => {
    account.hold(combine(next, amount, -1));
    amount = next;
  };
  return {
    get amount() {
      return amount;
    },
    resize(next) {
      const more = combine(next, amount, -1);
      const isLess = kinds.every((kind) => more[kind] <= 0);
      const shortage = isLess ? undefined : account.shortage(more);
      if (!shortage) change(next);
      return shortage && { ...shortage, needed: next[shortage.kind], left: shortage.left + amount[shortage.kind] };
    },
    fits: () => amount !== nothing && !account.shortage(nothing),
    release: () => change(nothing),
  };
}
