import type { TokenList } from "./_token-list.ts";
import type { StringRule } from "./lexical-rules.ts";

interface Open {
  readonly index: number;
  readonly closer: number;
  readonly rule: StringRule | undefined;
}

/** Matches brackets while tokens are made; closers without an opener are ignored, `#if` branches begin alike. */
export function bracketMatcher(list: TokenList) {
  let stack: Open[] = [];
  const waiting = new Map<number, number>();
  const branches: (readonly Open[])[] = [];
  const drop = (at: number): Open => {
    const open = stack.pop()!;
    waiting.set(open.closer, waiting.get(open.closer)! - 1);
    list.match[open.index] = at;
    return open;
  };
  const restore = (opens: readonly Open[]) => {
    stack = [...opens];
    waiting.clear();
    for (const { closer } of stack) waiting.set(closer, (waiting.get(closer) ?? 0) + 1);
  };
  return {
    open(index: number, closer: number, rule?: StringRule) {
      stack.push({ index, closer, rule });
      waiting.set(closer, (waiting.get(closer) ?? 0) + 1);
    },
    /** Returns the string that continues after the bracket. */
    close(index: number, closer: number): StringRule | undefined {
      if (!waiting.get(closer)) return undefined;
      while (stack.at(-1)!.closer !== closer) drop(index);
      const open = drop(index);
      list.match[index] = open.index;
      return open.rule;
    },
    directive(index: number, text: string) {
      if (/^if/.test(text)) {
        if (stack.length < 200 && branches.length < 200) branches.push([...stack]);
        return;
      }
      const branch = branches.at(-1);
      if (!branch) return;
      if (/^el/.test(text)) {
        for (const { index: open } of stack.slice(branch.length)) list.match[open] = index;
        restore(branch);
      } else if (/^endif/.test(text)) {
        branches.pop();
      }
    },
    finish() {
      while (stack.length > 0) drop(list.count);
    },
  };
}
