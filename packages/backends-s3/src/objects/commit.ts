import type { Path } from "@holdall/tool-core";
import type { Call, Client } from "../client/client.ts";
import * as failed from "../client/errors.ts";
import { childText, parseXml } from "../client/xml.ts";
import { type Condition, conditionHeaders, versionOf } from "./conditions.ts";
import type { Head, Objects } from "./objects.ts";

export interface Commit extends Call {
  readonly key: string;
  readonly path: Path;
  readonly condition: Condition;
  /**
   * Tells whether what is there now is this very write. An attempt that got no answer may have succeeded, and then the
   * next one is refused by its own condition.
   */
  isOwn(found: Head): boolean;
}

/** Make or replace an object in one step; the new version, or undefined when the condition did not hold. */
export async function commit(
  { send, refusal }: Client,
  { head }: Objects,
  { condition, isOwn, ...call }: Commit,
): Promise<string | undefined> {
  const { key, path } = call;
  const headers = { ...call.headers, ...conditionHeaders(condition) };
  const answer = await send({ ...call, headers, answers: [404, 412], commits: true });
  if (answer.status < 300) {
    const etag = answer.headers.get("etag") ?? childText(parseXml(new TextDecoder().decode(answer.bytes)), "ETag");
    if (!etag) throw failed.hasNoEtag(path);
    return versionOf(etag);
  }
  const found = answer.uncertain ? await head(key, path).catch(failed.rethrowUncertain) : null;
  if (found && isOwn(found)) return found.version;
  const isGone = answer.status === 404 && typeof condition === "string" && answer.code !== "NoSuchUpload";
  if (answer.status === 412 || isGone) return undefined;
  throw refusal(answer, path);
}
