/** Words and marks of values that only stand for a secret. */
const standIn =
  /your|example|change.?me|placeholder|replace.?me|dummy|sample|insert|redacted|hidden|xxxx|\*{3}|\.{3}|…|<|>|\$\{|\{\{|%s|%\(|0{8}|1234567|abcdef|process\.env|undefined|null/i;

/** Words that a password of documentation or of a test has. */
const commonWord =
  /pass|pwd|secret|token|user|admin|root|guest|test|demo|fake|mock|foo|bar|qwerty|letmein|default|credential|auth|login|key/i;

/** Whether a text only stands for a secret in documentation or is filled in later: `YOUR_TOKEN`, `<token>`, `$TOKEN`, `****`. */
export const isStandIn = (text: string): boolean => standIn.test(text) || /^[$%@#]|^(.)\1*$/.test(text);

/** The same for values that a user chose, which may also be common words. */
export const isCommonPassword = (text: string): boolean => isStandIn(text) || commonWord.test(text);

/** Whether a text looks random rather than written: many different characters for its length, of more than one kind. */
export function looksRandom(text: string): boolean {
  if (isStandIn(text)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(text)).length;
  return entropyOf(text) >= (kinds >= 3 ? 3 : kinds === 2 ? 3.2 : 4.2) && alternates(text);
}

/** Bits for each character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** How often a letter and a digit follow each other: three times in `utf8Decoder2`, as often or more in random text of that length. */
export const turnsOf = (text: string): number => text.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;

const alternates = (text: string): boolean =>
  turnsOf(text) >= (text.length < 16 ? 3 : Math.max(2, Math.floor(text.length / 16)));
