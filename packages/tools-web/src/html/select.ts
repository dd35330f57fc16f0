import { nearest, ToolError } from "@holdall/tool-core";
import { plainLine } from "./markdown/plain-text.ts";
import type { VisiblePage } from "./page/visible-page.ts";
import { selectorOptions } from "./styles/selectors.ts";
import { classesOf, type Element, element, elementsOf, type Node, parentsIn, resolveUrl } from "./tree.ts";

/** Elements of a page by CSS selector. */
export interface Selection {
  /** @throws ToolError `invalid_input` for what is not a selector, `no_match` where nothing matches. */
  all(selector: string): readonly Match[];
  /** The whole document as one match. */
  readonly whole: Match;
}

export interface Match {
  readonly element: Element;
  /** What `css`, `css@attribute` or `@attribute` says of this match; null where there is nothing. */
  field(name: string, selector: string): string | null;
}

/** Steps that one selector may take on a page, such as those of `:nth-child` among many siblings. */
const maxSteps = 20_000_000;

/** Prepare a page for selectors. */
export async function selectIn({ parts, base }: VisiblePage): Promise<Selection> {
  const { selectAll } = await import("css-select");
  const document: Element = {
    ...element("html"),
    children: [{ ...element("head"), children: [...parts.head] }, parts.body],
    holdsBlocks: true,
  };
  const page = { ...element("#document"), children: [document] };
  const parents = parentsIn(document);
  return { all, whole: matchOf(document) };

  function all(selector: string): readonly Match[] {
    const found = query(page, selector, "selector");
    if (found.length === 0) throw noMatch(selector, parts.body);
    return found.map(matchOf);
  }

  function matchOf(found: Element): Match {
    return { element: found, field: (name, selector) => fieldOf(found, name, selector) };
  }

  function fieldOf(within: Element, name: string, written: string): string | null {
    const [, selector = "", attribute] = /^(.*?)(?:@([\w:-]+))?$/s.exec(written.trim()) ?? [];
    const target = selector.trim() === "" ? within : query(within, selector, `fields.${name}`)[0];
    if (!target) return null;
    if (attribute === undefined) return plainLine(target) || null;
    const value = target.attributes[attribute.toLowerCase()];
    if (value === undefined) return null;
    return /^(href|src|action|cite|poster)$/i.test(attribute) ? resolveUrl(value, base) : value.trim();
  }

  function query(root: Element, selector: string, where: string): readonly Element[] {
    let left = maxSteps;
    const spend = (steps: number) => {
      left -= steps;
      if (left < 0) throw new Error("it takes too long to match on this page");
    };
    try {
      return selectAll<Node, Element>(selector, root, { ...selectorOptions(parents, spend), relativeSelector: false });
    } catch (error) {
      throw new ToolError(
        "invalid_input",
        `${where} is not a usable CSS selector: ${JSON.stringify(selector)} (${(error as Error).message})`,
        {
          hint: 'Write CSS such as "article h2", "#price", "table.results tr" or "a[href^=\'/docs\']"; a field may end in @attribute, as in "a@href". Selecting by text or position is not CSS.',
          data: { parameter: where, selector },
        },
      );
    }
  }
}

/** What a page may be quoted with outside the marks around its words. */
const isPlainName = /^[.#]?[\p{L}\p{N}_-]{1,60}$/u;

/** Say what the page has instead: names that resemble those of the selector, else the most frequent ones. */
function noMatch(selector: string, body: Element): ToolError {
  const names = new Map<string, number>();
  const count = (name: string) => isPlainName.test(name) && names.set(name, (names.get(name) ?? 0) + 1);
  for (const found of elementsOf(body)) {
    count(found.tag);
    if (found.attributes.id) count(`#${found.attributes.id}`);
    for (const name of classesOf(found)) count(`.${name}`);
  }
  const known = [...names.keys()];
  const wanted = selector.match(/[.#]?[\w-]+/g) ?? [];
  const missing = wanted.filter((name) => !names.has(name) && !/^\d/.test(name));
  const similar = [...new Set(missing.flatMap((name) => nearest(name, known, 4)))].slice(0, 8);
  const frequent = known.filter((name) => /^[.#]/.test(name)).sort((a, b) => names.get(b)! - names.get(a)!);
  const suggestions = similar.length > 0 ? similar : frequent.slice(0, 12);
  const reason = missing.length > 0 ? ` ${missing.slice(0, 5).join(", ")}: not on this page.` : "";
  return new ToolError("no_match", `Nothing matches ${JSON.stringify(selector)}.${reason}`, {
    hint:
      suggestions.length > 0
        ? `The page has ${suggestions.map((name) => `${name} (${names.get(name)})`).join(", ")}. Content that scripts add is not included.`
        : "The page has no classes or ids. Scripts may add its content; they do not run here.",
    data: { selector, suggestions },
  });
}
