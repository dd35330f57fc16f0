import { ToolError } from "@holdall/tool-core";
import type { Secrets } from "@holdall/tool-kit/secrets";
import type { Judge } from "../files/judge.ts";
import type { PortableClient } from "../options.ts";
import type { Fetch } from "./execute.ts";

/** `curl` by the client of the web tools: each URL is checked, and decided by the policy when it is requested. */
export const fetchBy =
  (client: PortableClient, judge: Judge, note: (text: string) => void, secrets: Secrets | undefined): Fetch =>
  async (given, options = {}) => {
    const method = (options.method ?? "GET").toUpperCase();
    if (method !== "GET" && method !== "HEAD" && method !== "POST")
      throw new Error(`${method} is not available here: use GET, HEAD or POST`);
    try {
      const url = client.check?.(given) ?? given;
      await judge.permitOther({ action: "network", target: url });
      const answer = await client.request(url, {
        method,
        ...(options.headers && { headers: Object.fromEntries(new Headers(options.headers)) }),
        ...(options.body !== undefined && { body: options.body }),
        ...(options.signal && { signal: options.signal }),
        redirects: options.followRedirects === false ? "none" : "any",
        require: (access) => judge.permitOther(access),
        ...(secrets && { secrets }),
      });
      if (answer.truncated) note(`The answer of ${answer.url} was too large: only its start was read.`);
      const { status, headers, body, url: from } = answer;
      return { status, statusText: "", headers: { ...headers }, body, url: from };
    } catch (error) {
      if (ToolError.is(error) && error.code !== "aborted")
        note(error.hint ? `${error.message} ${error.hint}` : error.message);
      throw error;
    }
  };
