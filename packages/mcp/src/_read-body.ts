import type { IncomingMessage } from "node:http";

/** The body of a request, or null for one that is longer than `max` bytes; then nothing more of it is read. */
export function readBody(request: IncomingMessage, max: number): Promise<Buffer | null> {
  if (Number(request.headers["content-length"] ?? 0) > max) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on("data", (part: Buffer) => {
      size += part.length;
      if (size <= max) return void parts.push(part);
      request.pause();
      resolve(null);
    });
    request.on("end", () => resolve(parts.length === 1 ? parts[0]! : Buffer.concat(parts)));
    request.on("error", reject);
    request.on("close", () => reject(new Error("The request ended before its body.")));
  });
}
