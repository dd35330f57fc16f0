import { isObject } from "@holdall/tool-core";
import type { ChosenValue } from "./chosen-value.ts";

/** A text in the input of a call, with the key it has. */
interface Leaf {
  readonly key: string;
  readonly text: string;
}

interface FieldOptions {
  /** Nothing is changed: only addresses decide. */
  readonly readsOnly: boolean;
  /** Money is spent: every value decides, also one that a result of others only lists. */
  readonly spends: boolean;
}

/** Fields that describe something. Only addresses in them decide. */
const descriptive =
  /^(subject|body|texts?|contents?|messages?|msg|description|summary|notes?|comments?|caption|html|markdown|prompt|query|location|address|reason|data|code|explanation|.*_(text|string|content|body|message|description))$/;
const longest = 200;
const ofId = /(^|_)(ids?|uuid|account|iban|number)$/;
const timeOrNumber = /^[\d\s:.,/TZ+-]+$/;

const mail = /[^\s<>()[\],;:"'“”]{1,64}@[^\s<>()[\],;:"'“”@]{1,255}/g;
const address =
  /(?:https?:\/\/[^\s<>"'`\\^|“”]+)|(?<![\w@/.:%-])(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,24}(?![\w@.-]*@)(?:[/?:][^\s<>"'`\\^|“”]*)?/gi;
/** The last part of names of files, which are no hosts. */
const ofFile =
  /\.(txt|md|docx?|xlsx?|pptx?|pdf|csv|json|ya?ml|[cm]?[jt]sx?|py|rs|go|java|html?|css|sh|png|jpe?g|gif|svg|zip|log)$/i;

/** The values of an input that decide something: who gets it, where it goes, which thing is meant. */
export function fieldChoices(input: unknown, { readsOnly, spends }: FieldOptions): ChosenValue[] {
  return leavesOf(input).flatMap(({ key, text }): ChosenValue[] => {
    const recipients = text.includes("@") ? (text.match(mail) ?? []).map(trimmed) : [];
    const urls = hostsIn(text);
    const addressed: ChosenValue[] = [
      ...(readsOnly ? [] : recipients.map((value): ChosenValue => ({ kind: "recipient", value, isStrict: true }))),
      ...urls.map(
        ({ host, url }): ChosenValue => ({ kind: "host", value: host, url, isLink: readsOnly, isStrict: true }),
      ),
    ];
    if (addressed.length > 0 || readsOnly || descriptive.test(key) || text.length > longest) return addressed;
    if (timeOrNumber.test(text) && !ofId.test(key)) return [];
    return text.length > 2 || ofId.test(key) ? [{ kind: "value", value: text, isStrict: spends }] : [];
  });
}

/** The hosts that a text names, each with its complete address. */
export function hostsIn(text: string): { readonly host: string; readonly url: string }[] {
  if (!text.includes(".") && !text.includes("://")) return [];
  return (text.match(address) ?? []).flatMap((found) => {
    const url = trimmed(found);
    if (!/^https?:/i.test(url) && ofFile.test(url.replace(/[/?:].*$/, ""))) return [];
    try {
      const { hostname } = new URL(/^https?:/i.test(url) ? url : `https://${url}`);
      return [{ host: hostname.replace(/^www\./, ""), url }];
    } catch {
      return [];
    }
  });
}

const trimmed = (found: string) => found.replace(/[.,;:!?*_~)\]}'»“”]+$/, "");

/** Every text and number of an input, with the key of the field in snake case. */
export function leavesOf(value: unknown, key = "", depth = 0, leaves: Leaf[] = []): Leaf[] {
  if (typeof value === "string") {
    const text = value.trim();
    if (text !== "") leaves.push({ key, text });
  } else if (typeof value === "number" || typeof value === "bigint") leaves.push({ key, text: String(value) });
  else if (depth > 40) return leaves;
  else if (Array.isArray(value)) for (const each of value) leavesOf(each, key, depth + 1, leaves);
  else if (isObject(value))
    for (const [name, each] of Object.entries(value)) leavesOf(each, snake(name), depth + 1, leaves);
  return leaves;
}

const snake = (key: string) =>
  /[A-Z-]/.test(key)
    ? key
        .replace(/([a-z\d])([A-Z])/g, "$1_$2")
        .replaceAll("-", "_")
        .toLowerCase()
    : key.toLowerCase();
