import { compile, type Options } from "css-select";
import { type AttributeSelector, parse, type Selector } from "css-what";
import { classesOf, type Element, type Node, textOf } from "../tree.ts";

/** What css-select needs to match selectors on a tree. `spend` gets the steps that each question costs, and may throw. */
export function selectorOptions(
  parents: ReadonlyMap<Element, Element>,
  spend: (steps: number) => void,
): Options<Node, Element> & { adapter: NonNullable<Options<Node, Element>["adapter"]> } {
  const isTag = (node: Node): node is Element => typeof node !== "string";
  const parentOf = (node: Node) => (isTag(node) ? parents.get(node) : undefined);
  const listed = (nodes: Node[]) => {
    spend(1 + (nodes.length >> 4));
    return nodes;
  };
  return {
    adapter: {
      isTag,
      getName: ({ tag }) => {
        spend(1);
        return tag;
      },
      hasAttrib: ({ attributes }, name) => {
        spend(1);
        return Object.hasOwn(attributes, name);
      },
      getAttributeValue: ({ attributes }, name) => {
        const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
        spend(1 + ((value?.length ?? 0) >> 6));
        return value;
      },
      getParent: (element) => {
        spend(1);
        return parents.get(element) ?? null;
      },
      getChildren: (node) => (isTag(node) ? listed(node.children) : []),
      getSiblings: (node) => listed(parentOf(node)?.children ?? [node]),
      getText: textOf,
      removeSubsets: (nodes) => nodes,
    },
  };
}

/** One selector of a rule. */
export interface CompiledSelector {
  /** A name that an element must have to match, the rarest kind first. */
  readonly key: { readonly kind: "id" | "class" | "tag" | "any"; readonly name: string };
  readonly specificity: number;
  /** False, too, once `options` throws because matching costs too much. */
  matches(element: Element): boolean;
}

/** Lists in lists, as of `:not(:is(a, :not(b)))`; a selector that goes deeper matches nothing. */
const maxLevels = 10;

const names = (list: string) => new Set(list.split(" "));

/** States that a page has only while the user uses it. */
const interactive = names(
  "hover active focus focus-visible focus-within visited target target-within playing paused fullscreen modal autofill",
);

/**
 * Pseudo-classes of browsers that css-select knows, or `pseudos` below. Its jQuery extensions are not among them: a rule
 * that no browser follows must not reveal what another one hides.
 */
const known = names(
  "is where matches not has root scope first-child last-child only-child nth-child nth-last-child first-of-type last-of-type only-of-type nth-of-type nth-last-of-type empty link any-link checked disabled enabled required optional read-only read-write lang open defined",
);

/** css-select's options for the style sheets of a page. */
export const styleOptions = (options: Options<Node, Element>, quirksMode: boolean): Options<Node, Element> => ({
  ...options,
  quirksMode,
  relativeSelector: false,
  pseudos: {
    ...Object.fromEntries([...interactive].map((name) => [name, () => false])),
    open: "[open]",
    defined: () => true,
  },
});

/** The selectors of a rule as a browser reads them. One that it would refuse, or that styles a part of an element, is left out. */
export function compileSelectors(selectors: string, options: Options<Node, Element>): CompiledSelector[] {
  let lists: Selector[][];
  try {
    lists = parse(selectors);
  } catch {
    return [];
  }
  return lists.filter((tokens) => isSupported(tokens)).map((tokens) => compileLazily(tokens, options));
}

function compileLazily(tokens: Selector[], options: Options<Node, Element>): CompiledSelector {
  const key = keyOf(tokens);
  const specificity = specificityOf(tokens);
  let query: ((element: Element) => boolean) | undefined;
  return {
    key,
    specificity,
    matches(element) {
      try {
        query ??= compile<Node, Element>([tokens], options);
        return query(element);
      } catch {
        query ??= () => false;
        return false;
      }
    },
  };
}

/** True for what a browser takes. What it does not know in `:is()` and `:where()` is taken out, as it does. */
function isSupported(tokens: readonly Selector[], level = 0): boolean {
  if (level > maxLevels) return false;
  return tokens.every((token) => {
    if (token.type === "attribute") return token.action !== "not" && token.namespace == null;
    if (token.type === "tag" || token.type === "universal") return token.namespace == null || token.namespace === "*";
    if (token.type !== "pseudo") return !/^(pseudo-element|column-combinator|parent)$/.test(token.type);
    if (!known.has(token.name) && !interactive.has(token.name)) return false;
    if (!Array.isArray(token.data)) return true;
    if (/^(is|where|matches)$/.test(token.name)) {
      token.data = token.data.filter((list) => isSupported(list, level + 1));
      return true;
    }
    return token.data.every((list) => isSupported(list, level + 1));
  });
}

/** Of the last compound, which the element itself has to meet. */
function keyOf(tokens: readonly Selector[]): CompiledSelector["key"] {
  const last = tokens.findLastIndex(({ type }) => /^(descendant|child|sibling|adjacent)$/.test(type));
  const tests = tokens.slice(last + 1);
  const attribute = (name: string, action: string) =>
    tests.find(
      (test): test is AttributeSelector => test.type === "attribute" && test.name === name && test.action === action,
    );
  const id = attribute("id", "equals");
  if (id) return { kind: "id", name: id.value };
  const className = attribute("class", "element");
  if (className) return { kind: "class", name: className.value };
  const tag = tests.find((test) => test.type === "tag");
  return tag ? { kind: "tag", name: tag.name.toLowerCase() } : { kind: "any", name: "" };
}

function specificityOf(tokens: readonly Selector[]): number {
  let sum = 0;
  for (const token of tokens) {
    if (token.type === "tag") sum += 1;
    else if (token.type === "attribute") sum += token.name === "id" && token.action === "equals" ? 1e6 : 1e3;
    else if (token.type === "pseudo" && token.name !== "where") {
      sum += Array.isArray(token.data) ? Math.max(0, ...token.data.map(specificityOf)) : 1e3;
    }
  }
  return sum;
}

/** Rules by the names that their elements must have, so that few are tried on each. Quirks mode folds case. */
export function indexRules<T extends { readonly compiled: CompiledSelector }>(rules: readonly T[], isQuirky: boolean) {
  const fold = (name: string) => (isQuirky ? name.toLowerCase() : name);
  const byKey = Map.groupBy(
    rules,
    ({ compiled: { key } }) => `${key.kind} ${key.kind === "tag" ? key.name : fold(key.name)}`,
  );
  return function candidates(element: Element): readonly T[] {
    const { id } = element.attributes;
    const keys = new Set(["any ", `tag ${element.tag}`, ...classesOf(element).map((name) => `class ${fold(name)}`)]);
    if (id !== undefined) keys.add(`id ${fold(id)}`);
    return [...keys].flatMap((key) => byKey.get(key) ?? []);
  };
}
