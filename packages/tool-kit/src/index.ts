export { createYield } from "./async/cooperative-yield.ts";
export { createLimiter, type Limiter } from "./async/limiter.ts";
export { createSerialQueue } from "./async/serial-queue.ts";
export { fromBase64, toBase64 } from "./hash/base64.ts";
export { contentHash } from "./hash/content-hash.ts";
export { sha256Hex, toHex } from "./hash/sha256-hex.ts";
export { isTooDeep, maxLevels } from "./json/json-depth.ts";
export { jsonPlace } from "./json/json-place.ts";
export { type LeftOut, leftOut } from "./json/left-out.ts";
