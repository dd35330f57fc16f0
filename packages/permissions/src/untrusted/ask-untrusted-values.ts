import {
  type Decision,
  type FoundText,
  isWhollyDeclared,
  isWithin,
  type Path,
  type Policy,
  type PolicyRequest,
  type PrivateText,
  type TextSearch,
  type TextSource,
  type TextsRead,
  textsRead,
} from "@holdall/tool-core";
import { neutralLine } from "@holdall/tool-kit/text";
import type { ChoiceKind, ChosenValue } from "./chosen-value.ts";
import { codeChoices, isRunLater, noteChoices } from "./code-choices.ts";
import { commandChoices } from "./command-choices.ts";
import { fieldChoices, hostsIn, leavesOf } from "./field-choices.ts";

/** What text of one source may decide without a question. */
export interface TextGrant {
  /** The tool that returned the text, or the host or server behind it, such as `mcp:crm`. */
  readonly from: string;
  /** Everything by default. */
  readonly mayChoose?: readonly ChoiceKind[] | undefined;
}

export interface UntrustedValuesOptions {
  /** The folders of the task. Paths in them are free. */
  readonly roots?: readonly Path[] | undefined;
  /** Sources whose text may decide more than that of others. */
  readonly grants?: readonly TextGrant[] | undefined;
  /** Texts in which the user names hosts and others that may be reached, such as rules that allow. Called for each question. */
  readonly named?: (() => readonly string[]) | undefined;
  /** Tools whose results propose links that may be read, as far as a link is used unchanged; `web_search` by default. */
  readonly linksOf?: readonly string[] | undefined;
}

/**
 * Wrap a policy so that the user is asked where text of others has chosen a recipient, a host, a command, a path outside the
 * task, or what a tool of others changes. The user's own words never ask. The prompt names the value, the source of the text, and
 * an excerpt of it. It follows the prompt of the wrapped policy, if that asks as well; a denial stays a denial.
 */
export function askUntrustedValues(policy: Policy, options: UntrustedValuesOptions = {}): Policy {
  return (request) => {
    const { access } = request;
    const texts = access && access.action !== "read" ? request.state(textsRead) : undefined;
    return texts?.hasOthers ? combined(request, texts) : policy(request);
  };

  async function combined(request: PolicyRequest, texts: TextsRead): Promise<Decision | undefined> {
    const made = await policy(request);
    if (made?.effect === "deny" || made === undefined) return made;
    const untrusted = questionOf(request, texts, await texts.search(), options);
    if (!untrusted) return made;
    const prompt = [...(made.effect === "ask" ? [made.prompt] : []), ...untrusted].join("\n");
    return { effect: "ask", prompt, untrusted };
  }
}

interface About extends UntrustedValuesOptions {
  readonly search: TextSearch;
  readonly knowsUser: boolean;
}

interface Foreign extends ChosenValue {
  readonly found: FoundText;
  /** What the user agrees to with this value. */
  readonly keys: readonly string[];
}

/** What the user is asked about a call; undefined if text of others decides nothing in it. */
function questionOf(
  request: PolicyRequest,
  texts: TextsRead,
  search: TextSearch,
  options: UntrustedValuesOptions,
): string[] | undefined {
  const about = { ...options, search, knowsUser: texts.knowsUser };
  const chosen = choicesOf(request, options).flatMap((choice) => foreign(choice, about) ?? []);
  const leaving = leavesSession(request) ? privateValues(request.input, search) : [];
  if (chosen.length === 0 && leaving.length === 0) return undefined;
  // What takes values out is shown whole, and nothing is agreed to that was not shown.
  const sorted = [...chosen.filter(reaches), ...chosen.filter((each) => !reaches(each))];
  const rows = new Map(sorted.map((each) => [nameOf(each), each.found]));
  const shown = [...rows].slice(0, Math.max(maxShown, new Set(chosen.filter(reaches).map(nameOf)).size));
  const names = new Set(shown.map(([name]) => name));
  const agreed = sorted.filter((each) => names.has(nameOf(each))).flatMap(({ keys }) => keys);
  texts.ask(request.callId, [...agreed, ...leaving.map(({ value }) => privateKey(value))]);
  return [
    ...(chosen.length > 0 ? [`${request.tool.title}: text of others decides here, not the user`] : []),
    ...shown.map(([what, found]) => `- ${neutralLine(what, 200)}, from ${sourceText(found)}`),
    ...(rows.size > shown.length ? [`- and ${rows.size - shown.length} more`] : []),
    ...new Set(
      leaving.map(({ source }) => `${request.tool.title}: ${privateText(source)}, after text of others was read`),
    ),
  ];
}

const maxShown = 8;
const reaches = ({ kind }: Foreign): boolean => kind === "recipient" || kind === "host" || kind === "command";
const nameOf = ({ kind, value, url }: Foreign): string => `${kind} ${url ?? value}`;

/** A call that may take values out of the session. */
const leavesSession = ({ access }: PolicyRequest): boolean =>
  access !== undefined && !["read", "write", "delete"].includes(access.action);

/** The private values of all fields that the user has neither written nor agreed to send. */
const privateValues = (input: unknown, search: TextSearch): PrivateText[] =>
  search
    .privateIn(leavesOf(input).map(({ text }) => text))
    .filter(({ value }) => !search.isOfUser(value) && !search.isOfUser(privateKey(value)));

/** Agreeing to send a value does not choose it as a recipient. */
const privateKey = (value: string): string => `private ${value}`;

const privateText = ({ tool, origin }: TextSource): string =>
  origin === undefined
    ? `sends a private value of ${tool}`
    : `may send a private value of ${tool}, from ${neutralLine(origin, 120)}`;

function sourceText({ source: { tool, origin }, excerpt }: FoundText): string {
  const where = [tool, origin].filter((each) => each !== undefined && each !== "").join(", ");
  return `${neutralLine(where, 120)}${excerpt === "" ? "" : `: “${neutralLine(excerpt, 140)}”`}`;
}

/** The values of a call that decide something. */
function choicesOf({ tool, input, access }: PolicyRequest, { roots = [] }: UntrustedValuesOptions): ChosenValue[] {
  if (!access) return [];
  const { action, target } = access;
  if (tool.category === "shell") {
    if (action === "execute") return isWhollyDeclared(access) ? [] : commandsOf(target, input).flatMap(commandChoices);
    return action === "network"
      ? hostsIn(target).map(({ host, url }) => ({ kind: "host", value: host, url, isStrict: true }))
      : [];
  }
  if (target === "memory:untrusted") return noteChoices(input);
  if (action === "write" || action === "delete") {
    if (isWithinAny(target, roots)) return action === "write" && isRunLater(target) ? codeChoices(input) : [];
    return [{ kind: "path", value: target }];
  }
  const fields = fieldChoices(input, { readsOnly: tool.hints.readOnly, spends: action === "spend" });
  const mailed = /^mailto:(.+)$/.exec(target)?.[1];
  return mailed === undefined ? fields : [...fields, { kind: "recipient", value: mailed, isStrict: true }];
}

/** A command as it was analyzed, and as it was written. */
function commandsOf(target: string, input: unknown): string[] {
  const { command } = Object(input) as { readonly command?: unknown };
  return [target, ...(typeof command === "string" ? command.split("\n") : [])];
}

const isWithinAny = (target: string, roots: readonly Path[]) =>
  roots.length === 0 || roots.some((root) => isWithin(target as Path, root));

/** The value with its source, if others have chosen it and no grant covers that. */
function foreign(
  choice: ChosenValue,
  { search, knowsUser, grants = [], named, linksOf = ["web_search"] }: About,
): Foreign | undefined {
  const { kind, value, url, isStrict = false, isLink = false } = choice;
  if (search.isOfUser(value)) return undefined;
  const found =
    search.find(value) ??
    otherForms(choice).reduce((known: FoundText | undefined, form) => known ?? search.find(form), undefined);
  if (!found || (!found.inProse && !isStrict)) return undefined;
  const { tool, origin } = found.source;
  if (grants.some(({ from, mayChoose }) => (from === tool || from === origin) && (mayChoose?.includes(kind) ?? true)))
    return undefined;
  if (isNamed(choice, named?.() ?? [])) return undefined;
  if (url === undefined) return { ...choice, found, keys: [value] };
  const written = search.find(url.replace(/^https?:\/\//i, "").replace(/\/$/, ""));
  const keys = written ? [`address ${url}`, `host ${value}`] : [`address ${url}`];
  if (search.isOfUser(`address ${url}`) || (written && search.isOfUser(`host ${value}`))) return undefined;
  // A link that is used as it was written carries nothing out.
  if (isLink && written && (linksOf.includes(written.source.tool) || !knowsUser)) return undefined;
  return { ...choice, found, keys };
}

/** Other forms in which a text may hold a value: a mailbox without its host, an address as it was written. */
const otherForms = ({ kind, value, url }: ChosenValue): string[] => [
  ...(kind === "recipient" && value.indexOf("@") >= 6 ? [value.replace(/@.*/, "")] : []),
  ...(url !== undefined ? [url.replace(/^https?:\/\//i, "").replace(/\/$/, "")] : []),
];

/** A rule that names a host names its subdomains. */
function isNamed({ kind, value }: ChosenValue, named: readonly string[]): boolean {
  const parts = value.split(".");
  const forms = kind === "host" ? parts.slice(0, -1).map((_, at) => parts.slice(at).join(".")) : [value];
  const words = new Set(
    named
      .flatMap((text) => text.toLowerCase().split(/[\s(),|]+/))
      .flatMap((word) => [word, word.replace(/^[a-z]+:/, ""), word.replace(/^([a-z]+:)?\*\./, "")]),
  );
  return forms.some((form) => words.has(form.toLowerCase()));
}
