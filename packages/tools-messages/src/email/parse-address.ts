import { ToolError } from "@holdall/tool-core";
import { hasControls, oneLine } from "../send/text.ts";
import { decodeLabel, isMixedScript } from "./_domain-labels.ts";

/** One mailbox. */
export interface Address {
  /** The normalized address: the local part as written, the domain in lower-case ASCII. */
  readonly address: string;
  readonly local: string;
  readonly domain: string;
  /** With the domain in its own script; absent where that is the same. */
  readonly unicode?: string | undefined;
  /** True when one label of the domain mixes scripts, as imitations do. */
  readonly mixed?: true | undefined;
}

/**
 * Read one mailbox of RFC 5321: `local@domain`, or a plain name before `<local@domain>`, which is dropped. Throws `invalid_input` for anything else:
 * comments, groups, lists, quoted local parts, address literals, routes, control characters, letters outside ASCII before the `@`.
 */
export function parseAddress(written: string): Address {
  const text = written.normalize("NFC");
  const refuse = (why: string) =>
    new ToolError("invalid_input", `"${oneLine(text, 100)}" is not one address: ${why}.`, {
      hint: "Write one address per element, such as ann@example.com.",
    });
  if (text.length > 400) throw refuse("it is too long");
  if (hasControls(text) || /\p{Cf}|\p{Default_Ignorable_Code_Point}/u.test(text))
    throw refuse("it has control or invisible characters");
  const [, inside] = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} .'_-]{0,63}? ?<([^<>]*)>$/u.exec(text) ?? [];
  const bare = inside ?? text;
  const at = bare.indexOf("@");
  if (at < 0 || at !== bare.lastIndexOf("@")) throw refuse("it needs exactly one @");
  const [local, domain] = [bare.slice(0, at), bare.slice(at + 1)];
  if (!/^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(local) || local.length > 64)
    throw refuse("the part before the @ is not a plain local part");
  if (/[!%]/.test(local)) throw refuse("! and % before the @ would route it through another server");
  const ascii = domainOf(domain);
  if (typeof ascii !== "string") throw refuse(ascii.why);
  const labels = ascii.split(".");
  if (`${local}@${ascii}`.length > 254) throw refuse("it has more than 254 characters");
  const shown = labels.map(decodeLabel);
  const unicode = shown.join(".") === ascii ? undefined : `${local}@${shown.join(".")}`;
  return {
    address: `${local}@${ascii}`,
    local,
    domain: ascii,
    ...(unicode !== undefined && { unicode }),
    ...(shown.some(isMixedScript) && { mixed: true }),
  };
}

/**
 * A domain in ASCII, or why it is not one. Only letters outside ASCII are mapped; look-alikes of ASCII are rejected.
 */
function domainOf(domain: string): string | { readonly why: string } {
  if (!/^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u.test(domain))
    return { why: "its domain is not a plain name" };
  if (!URL.canParse(`http://${domain}`)) return { why: "its domain cannot be read" };
  const ascii = new URL(`http://${domain}`).hostname;
  const [written, labels] = [domain.split("."), ascii.split(".")];
  const isKept = (label: string, i: number) =>
    /^[a-z\d-]*$/i.test(label) ? labels[i] === label.toLowerCase() : labels[i]?.startsWith("xn--");
  if (written.length !== labels.length || !written.every(isKept))
    return { why: "its domain has characters that only look like ASCII, or is an IP address" };
  if (!labels.every((label) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/.test(label)))
    return { why: "its domain has an invalid label" };
  if (!/[a-z]/.test(labels.at(-1) ?? "")) return { why: "its domain is an IP address" };
  return ascii;
}

/**
 * A test for addresses from `ann@example.com`, `*@example.com` and `*@*.example.com` (domains below it), compared by label.
 * Throws `invalid_input` for a pattern that is none of them.
 */
export function compileAllowList(patterns: readonly string[]): (address: Address) => boolean {
  const rules = patterns.map((pattern) => {
    const [, local, wildcard, domain] = /^([^@]+)@(\*\.)?([^@*]+)$/.exec(pattern) ?? [];
    if (local === undefined || domain === undefined || (local.includes("*") && local !== "*"))
      throw new ToolError("invalid_input", `"${pattern}" cannot be a rule for addresses.`, {
        hint: "Write ann@example.com, *@example.com or *@*.example.com.",
      });
    const { domain: name } = parseAddress(`x@${domain}`);
    return { local, name, below: wildcard !== undefined };
  });
  return ({ local, domain }) =>
    rules.some(
      (rule) =>
        (rule.local === "*" || rule.local === local) &&
        (rule.below ? domain.endsWith(`.${rule.name}`) : domain === rule.name),
    );
}
