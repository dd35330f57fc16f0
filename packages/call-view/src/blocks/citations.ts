import { counted, fieldOf, listOf, numberOf, textOf } from "../view/fields.ts";
import { visible, visibleLine } from "../view/visible.ts";
import type { Tone } from "./tone.ts";

/** A passage of a source, word for word. */
export interface CitedPassage {
  /** Unique within its block: what sentences cite. */
  readonly id: string;
  readonly quote: string;
  /** Its stance on a claim: `supports`, `refutes`, `neutral`, or `unjudged` without a model. */
  readonly stance?: string | undefined;
}

/** Sentences with the passages that support them, and the sources of those passages. */
export interface CitationsBlock {
  readonly kind: "citations";
  /** What follows for a claim. `note` says on how much it rests, and who judged. */
  readonly verdict?: { readonly label: string; readonly tone: Tone; readonly note: string } | undefined;
  /** `isQuote`: a passage in place of a sentence. Empty if nothing was written; then the passages are the answer. */
  readonly sentences: readonly {
    readonly text: string;
    readonly isQuote: boolean;
    readonly cites: readonly { readonly passage: string; readonly source: number }[];
  }[];
  /** By the number that is in brackets after a sentence. */
  readonly sources: readonly {
    readonly number: number;
    readonly title: string;
    /** An address of the web; absent where it is none. */
    readonly url?: string | undefined;
    readonly host: string;
    readonly published?: string | undefined;
    /** It repeats another source. */
    readonly isCopy: boolean;
    readonly passages: readonly CitedPassage[];
  }[];
  /** Sentences that a model wrote and no passage contains, with the reason. */
  readonly dropped: readonly { readonly text: string; readonly why: string }[];
  /** What could not be searched, read or judged. */
  readonly gaps: readonly string[];
}

const texts = (value: unknown, key: string): string[] =>
  listOf(value, key).flatMap((each) => (typeof each === "string" ? [flat(each)] : []));

/** A passage with its lines as they are, what cannot be seen made visible. */
const passage = (text: string | undefined): string => visible((text ?? "").trim());

/** Untrusted text on one line, with invisible characters made visible. */
const flat = (text: string | undefined): string => visibleLine((text ?? "").replace(/\s+/gu, " ").trim());

function sourceOf(value: unknown, number: number, passages: readonly CitedPassage[]) {
  const written = textOf(value, "url") ?? "";
  const url = /^https?:\/\//i.test(written) && URL.canParse(written) ? written : undefined;
  const host = url === undefined ? "" : new URL(url).host;
  return {
    number,
    title: flat(textOf(value, "title")) || host || visibleLine(written),
    host,
    isCopy: fieldOf(value, "copy") === true,
    passages,
    ...(url !== undefined && { url }),
    ...(textOf(value, "published") !== undefined && { published: textOf(value, "published") }),
  };
}

/** An output of research_topic. */
export function researchBlock(output: unknown): CitationsBlock {
  const findings = listOf(output, "findings").map((each, at) => ({
    id: textOf(each, "id") ?? `P${at + 1}`,
    quote: passage(textOf(each, "quote")),
    source: numberOf(each, "source") ?? 0,
  }));
  return {
    kind: "citations",
    sentences: listOf(output, "answer").map((part) => {
      const cited = listOf(part, "cites");
      return {
        text: flat(textOf(part, "text")),
        isQuote: fieldOf(part, "quotation") === true,
        cites: findings.flatMap(({ id, source }) => (cited.includes(id) ? [{ passage: id, source }] : [])),
      };
    }),
    sources: listOf(output, "sources").map((each, at) => {
      const number = numberOf(each, "n") ?? at + 1;
      const own = findings.flatMap(({ source, ...passage }) => (source === number ? [passage] : []));
      return sourceOf(each, number, own);
    }),
    dropped: listOf(output, "dropped").map((each) => ({
      text: flat(textOf(each, "text")),
      why: flat(textOf(each, "why")),
    })),
    gaps: texts(output, "gaps"),
  };
}

const verdicts: Readonly<Record<string, readonly [label: string, tone: Tone]>> = {
  supported: ["supported", "good"],
  refuted: ["refuted", "bad"],
  conflicting: ["sources conflict", "caution"],
  not_enough_evidence: ["not enough evidence", "neutral"],
  not_judged: ["not judged", "neutral"],
};

/** The word for a verdict of fact_check. */
export const verdictLabel = (output: unknown): string => {
  const verdict = textOf(output, "verdict") ?? "";
  return verdicts[verdict]?.[0] ?? verdict;
};

/** An output of fact_check: evidence by the page that it is on. */
export function factCheckBlock(output: unknown): CitationsBlock {
  const evidence = listOf(output, "evidence").map((each, at) => ({
    each,
    passage: { id: `E${at + 1}`, quote: passage(textOf(each, "quote")), stance: flat(textOf(each, "stance")) },
  }));
  const pages = [...Map.groupBy(evidence, ({ each }) => textOf(each, "url") ?? "").values()];
  const model = textOf(output, "judged_by");
  const independent = counted(numberOf(output, "independent") ?? 0, "independent source");
  return {
    kind: "citations",
    verdict: {
      label: verdictLabel(output),
      tone: verdicts[textOf(output, "verdict") ?? ""]?.[1] ?? "neutral",
      note: model === undefined ? `${independent}; no model took stances` : `${independent}; stances by ${flat(model)}`,
    },
    sentences: [],
    sources: pages.map((page, at) =>
      sourceOf(
        page[0]?.each,
        at + 1,
        page.map(({ passage }) => passage),
      ),
    ),
    dropped: [],
    gaps: texts(output, "notes"),
  };
}
