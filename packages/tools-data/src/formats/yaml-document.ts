import { ToolError } from "@holdall/tool-core";
import {
  CORE_SCHEMA,
  constructFromEvents,
  defineScalarTag,
  dump,
  EVENT_ID,
  type Event,
  floatCoreTag,
  intCoreTag,
  mergeTag,
  NOT_RESOLVED,
  parseEvents,
  SCALAR_STYLE,
} from "js-yaml";
import { type ExactNumber, exactNumber, isExactNumber } from "../table/exact-number.ts";
import { cannotParse, checkSize, type DocumentFormat } from "./document-format.ts";

/** Numbers in the spelling of JSON keep their digits; others, such as 0x1F, are what the core schema says. */
const isJsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

const int = defineScalarTag<number | ExactNumber>(intCoreTag.tagName, {
  ...intCoreTag,
  resolve(source, isExplicit, tagName) {
    const value = intCoreTag.resolve(source, isExplicit, tagName);
    return value !== NOT_RESOLVED && isJsonNumber.test(source) ? exactNumber(source) : value;
  },
  identify: (data) => (isExactNumber(data) && /^-?\d+$/.test(data.rawJSON)) || intCoreTag.identify(data),
  represent: (data) => (isExactNumber(data) ? data.rawJSON : intCoreTag.represent(data)),
});

const float = defineScalarTag<number | ExactNumber>(floatCoreTag.tagName, {
  ...floatCoreTag,
  resolve(source, isExplicit, tagName) {
    const value = floatCoreTag.resolve(source, isExplicit, tagName);
    return value !== NOT_RESOLVED && isJsonNumber.test(source) ? exactNumber(source) : value;
  },
  identify: (data) => (isExactNumber(data) && !/^-?\d+$/.test(data.rawJSON)) || floatCoreTag.identify(data),
  represent: (data) => (isExactNumber(data) ? data.rawJSON : floatCoreTag.represent(data)),
});

/** Merge keys are of YAML 1.1, but Compose, CI and OpenAPI files are written with them. */
const schema = CORE_SCHEMA.withTags(int, float, mergeTag);
const dumpSchema = CORE_SCHEMA.withTags(int, float);

/** YAML 1.2 with its core schema. Text that readers of YAML 1.1 would take for something else is quoted. */
export const yamlDocument: DocumentFormat = {
  parse(text, name, losses) {
    let events: Event[];
    let documents: unknown[];
    try {
      events = parseEvents(text, {});
      documents = constructFromEvents(events, { source: text, schema });
    } catch (error) {
      throw cannotParse(name, "YAML", error);
    }
    const value = documents.length > 1 ? documents : documents[0];
    checkSize(value, name);
    if (hasComment(text, events)) losses.add("comments");
    if (events.some(({ type }) => type === EVENT_ID.ALIAS)) losses.add("anchors and aliases are expanded");
    tellNumbers(text, events, losses);
    if (documents.length > 1) losses.add("several documents become one list", { count: documents.length });
    return withoutInfinite(value ?? null);
  },
  write(value) {
    try {
      return dump(value, { schema: dumpSchema, noRefs: true, lineWidth: -1 });
    } catch (cause) {
      throw new ToolError("unsupported", `The data cannot be written as YAML: ${String(cause)}`, { cause });
    }
  },
};

/** Numbers that are not written as they were, or cannot be. */
function tellNumbers(text: string, events: readonly Event[], losses: Parameters<DocumentFormat["parse"]>[2]): void {
  for (const event of events) {
    if (event.type !== EVENT_ID.SCALAR || event.style !== SCALAR_STYLE.PLAIN) continue;
    const written = text.slice(event.valueStart, event.valueEnd);
    if (/^[-+]?0\d+$/.test(written)) losses.add("leading zeros of numbers; put codes in quotes", { example: written });
    else if (/^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$/.test(written))
      losses.add(".inf and .nan become null", { example: written });
  }
}

function withoutInfinite(value: unknown): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "object" || value === null || isExactNumber(value)) return value;
  if (Array.isArray(value)) return value.map(withoutInfinite);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutInfinite(item)]));
}

/** Whether a `#` stands between scalars, where a comment begins. */
function hasComment(text: string, events: readonly Event[]): boolean {
  let from = 0;
  const isIn = (to: number): boolean => {
    for (let at = text.indexOf("#", from); at >= 0 && at < to; at = text.indexOf("#", at + 1))
      if (at === 0 || /\s/.test(text[at - 1]!)) return true;
    return false;
  };
  for (const event of events) {
    if (event.type !== EVENT_ID.SCALAR || event.valueStart < from) continue;
    if (isIn(event.valueStart)) return true;
    from = event.valueEnd;
  }
  return isIn(text.length);
}
