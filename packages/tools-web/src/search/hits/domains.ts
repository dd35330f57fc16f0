import { ToolError } from "@holdall/tool-core";

/** Host names as a model writes them (`example.com`, `*.example.com`, a URL), bare, each once, sorted. */
export function bareDomains(written: readonly string[], parameter: string): readonly string[] {
  return [...new Set(written.map((text) => bareDomain(text, parameter)))].sort();
}

function bareDomain(written: string, parameter: string): string {
  const text = written.trim().replace(/^\*\./, "");
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\.|\.$/g, "") : "";
  if (/^[a-z\d_-]+(\.[a-z\d_-]+)+$/.test(host)) return host;
  throw new ToolError("invalid_input", `${parameter}: ${JSON.stringify(written.slice(0, 80))} is not a domain.`, {
    hint: "Write host names such as example.com.",
  });
}

/** True if the host of a URL is one of the domains or below it. */
export function isOnDomain(url: string, domains: readonly string[]): boolean {
  const host = new URL(url).hostname.replace(/\.$/, "");
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}
