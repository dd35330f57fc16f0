export { detectLegacy, guessLegacy, type LegacyGuess } from "./detect-legacy.ts";
export { createDecoder, type Decoder, ownEncoding } from "./legacy-decoder.ts";
