/** Addresses that a page of a server may use, as origins such as `https://api.example.com`. */
export interface AppAddresses {
  /** For requests. None by default. */
  readonly connect?: readonly string[] | undefined;
  /** For scripts, styles, pictures, fonts and media. None by default. */
  readonly load?: readonly string[] | undefined;
}

/**
 * The page with a policy in front of it, so that nothing of the page runs before the policy holds: scripts and styles of its
 * own, pictures in it, and no other address than the given ones. Throws for an address that is not a plain origin.
 */
export function confinePage(html: string, { connect = [], load = [] }: AppAddresses = {}): string {
  for (const address of [...connect, ...load])
    if (!/^(?:https|wss):\/\/(?:\*\.)?[a-z0-9.-]+(?::\d{1,5})?$/i.test(address))
      throw new Error(
        `${JSON.stringify(address)} is no origin that a page can be allowed to use. Write https:// and a host.`,
      );
  const from = load.join(" ");
  const policy = [
    "default-src 'none'",
    `script-src 'unsafe-inline' ${from}`,
    `style-src 'unsafe-inline' ${from}`,
    `img-src data: blob: ${from}`,
    `font-src data: ${from}`,
    `media-src data: blob: ${from}`,
    `connect-src ${connect.length === 0 ? "'none'" : connect.join(" ")}`,
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].map((part) => part.trim());
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">${html}`;
}
