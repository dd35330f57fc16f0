import { type SecretPlace, secretInfo } from "@holdall/tool-kit/secrets";
import { latin1 } from "../masking/forms.ts";
import { type StandIns, valuesFor } from "../masking/stand-ins.ts";
import type { RawHeaders } from "./headers.ts";
import type { Refusal } from "./refuse.ts";

/** What a request has in front of its body. */
export interface RequestHead {
  /** Path and query, as they are sent. */
  readonly path: string;
  readonly headers: RawHeaders;
}

/**
 * Put values in for the stand-ins of a request's path, query and headers, also within `Basic`. Where that cannot be, says why.
 * `filled` is called with the name of each secret that was put in.
 */
export function fillHead(
  { path, headers }: RequestHead,
  standIns: StandIns,
  place: SecretPlace,
  filled: (name: string) => void,
): RequestHead | Refusal {
  const values = valuesFor(standIns, place);
  const inPath = values.filter(({ standIn }) => path.includes(standIn));
  const closed = inPath.find(({ name }) => !secretInfo(standIns.secrets, name).query);
  if (closed)
    return {
      status: 403,
      why: `The user has not allowed secret:${closed.name} in a URL. Send it in a header, or ask the user to set query for it.`,
    };
  const fill = (text: string, encode: (value: string) => string) =>
    values.reduce((current, { name, standIn, value }) => {
      if (!current.includes(standIn)) return current;
      filled(name);
      return current.split(standIn).join(encode(value));
    }, text);
  const filledHeaders = headers.map(
    ([name, value]) => [name, fillHeader(value, (text) => fill(text, latin1))] as const,
  );
  const broken = filledHeaders.find(([, value]) => !/^[\t\x20-\x7e\x80-\xff]*$/.test(value));
  if (broken)
    return { status: 403, why: `The secret for the header ${broken[0]} has line breaks and cannot be sent in it.` };
  return { path: fill(path, encodeURIComponent), headers: filledHeaders };
}

function fillHeader(value: string, fill: (text: string) => string): string {
  const [, scheme, encoded] = /^(basic\s+)([A-Za-z\d+/_-]+={0,2})\s*$/i.exec(value) ?? [];
  if (scheme === undefined || encoded === undefined) return fill(value);
  const login = Buffer.from(encoded, "base64").toString("latin1");
  const filled = fill(login);
  return filled === login ? value : scheme + Buffer.from(filled, "latin1").toString("base64");
}
