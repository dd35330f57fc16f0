import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

const signingKeys = new Map<string, Buffer>();

/** The key of a day, region and service, which many requests share. */
function signingKey(secret: string, scope: string): Buffer {
  const name = `${secret}/${scope}`;
  const known = signingKeys.get(name);
  if (known) return known;
  const [day = "", region = "", service = "", end = ""] = scope.split("/");
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), end);
  signingKeys.set(name, key);
  return key;
}

/** Whether a request carries the signature that its own method, path, query, headers and body ask for (AWS Signature V4). */
export function isSigned(request: IncomingMessage, body: Buffer, secret: string): boolean {
  const { authorization = "" } = request.headers;
  const parts = /Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]+)$/.exec(authorization);
  const [, scope = "", names = "", signature] = parts ?? [];
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const digest = String(request.headers["x-amz-content-sha256"]);
  if (digest !== "UNSIGNED-PAYLOAD" && digest !== createHash("sha256").update(body).digest("hex")) return false;
  const headers = names.split(";").map((name) => `${name}:${String(request.headers[name]).replace(/\s+/g, " ")}\n`);
  const search = query.split("&").filter(Boolean).sort().join("&");
  const canonical = [request.method, path, search, headers.join(""), names, digest].join("\n");
  const date = String(request.headers["x-amz-date"]);
  const hash = createHash("sha256").update(canonical).digest("hex");
  return (
    hmac(signingKey(secret, scope), ["AWS4-HMAC-SHA256", date, scope, hash].join("\n")).toString("hex") === signature
  );
}
