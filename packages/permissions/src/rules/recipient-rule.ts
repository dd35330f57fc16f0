/**
 * Compile `to:ann@example.com`, `to:*@example.com`, `to:*@*.example.com` (domains below it), and `channel:ops`, `channel:*`.
 * A target is `mailto:` and an address, or the kind of a channel and its name, such as `slack:ops`. Domains are compared by
 * their labels, in the spelling of URLs. The part before the `@` is compared exactly where a rule allows.
 */
export function compileRecipientRule(
  specifier: string,
  { ignoreCase }: { readonly ignoreCase: boolean },
): (target: string) => boolean {
  const [, kind, wanted = ""] = /^(to|channel):\s*(.*)$/s.exec(specifier) ?? [];
  const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text);
  if (kind === "channel")
    return (target) => {
      const [, type, name = ""] = /^([a-z]+):(.*)$/s.exec(target) ?? [];
      return type !== undefined && type !== "mailto" && (wanted === "*" || fold(name) === fold(wanted));
    };
  const rule = addressOf(wanted);
  return (target) => {
    const address = target.startsWith("mailto:") ? addressOf(target.slice("mailto:".length)) : undefined;
    if (!address || !rule) return false;
    if (rule.local !== "*" && fold(address.local) !== fold(rule.local)) return false;
    if (!rule.domain.startsWith("*.")) return address.domain === rule.domain;
    return address.domain.endsWith(rule.domain.slice(1)) && address.domain.length > rule.domain.length - 1;
  };
}

/** True for a specifier that names recipients by address or channel. */
export const isRecipientRule = (specifier: string): boolean =>
  /^channel:\s*[^\s:]+$/.test(specifier) ||
  (/^to:/.test(specifier) && addressOf(specifier.slice(3).trim()) !== undefined);

/** Undefined for what is not one address with a domain. */
function addressOf(text: string): { readonly local: string; readonly domain: string } | undefined {
  const at = text.lastIndexOf("@");
  const [local, written] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || /[\s<>,;:"()\\@]/.test(local) || (local.includes("*") && local !== "*")) return undefined;
  const wildcard = written.startsWith("*.") ? "*." : "";
  const bare = written.slice(wildcard.length);
  if (!/^[^\s<>,;:"()\\/@*?#%[\]]+$/.test(bare) || !URL.canParse(`http://${bare}`)) return undefined;
  return { local, domain: wildcard + new URL(`http://${bare}`).hostname.replace(/\.$/, "") };
}
