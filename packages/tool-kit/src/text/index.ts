export { type FrontMatter, type QuotedFrontMatter, quoteTexts, splitFrontMatter } from "./front-matter.ts";
export { type HiddenPart, placeholdersIn, type SecretFilter, secretFilters } from "./hidden-secrets.ts";
export { neutralLine, neutralText } from "./neutral-text.ts";
export { characterName, dropSequences, replaceUnseen } from "./plain-text.ts";
export { completeText, type LanguageModelLike, type TextModel, type TextPrompt } from "./text-model.ts";
export { wrapUntrusted } from "./untrusted-text.ts";
export { isMostlyUtf8 } from "./utf8-heuristic.ts";
export { rankByWords, wordsOf } from "./word-ranking.ts";
