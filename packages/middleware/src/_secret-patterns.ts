/** What looks like a secret, by a format of its own or by the name it is given. `group` is the part to hide; 0 is all of it. */
export interface SecretPattern {
  readonly name: string;
  readonly pattern: RegExp;
  readonly group: number;
  /** The hidden part must look random. */
  readonly random?: boolean;
}

/** Every quantifier is bounded or followed by what it cannot match, so that time stays linear. */
export const secretPatterns: readonly SecretPattern[] = [
  {
    name: "private key",
    pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,10000}?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
    group: 0,
  },
  { name: "AWS key", pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g, group: 0 },
  { name: "GitHub token", pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\b/g, group: 0 },
  { name: "GitLab token", pattern: /\bglpat-[\w-]{20,64}\b/g, group: 0 },
  {
    name: "API key",
    pattern: /\bsk-(?:ant-|proj-|svcacct-|live-|test-)?[A-Za-z0-9_-]{20,200}\b/g,
    group: 0,
    random: true,
  },
  { name: "Stripe key", pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,200}\b/g, group: 0 },
  { name: "Slack token", pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,250}\b/g, group: 0 },
  { name: "Google key", pattern: /\bAIza[\w-]{35}\b/g, group: 0 },
  { name: "npm token", pattern: /\bnpm_[A-Za-z0-9]{36}\b/g, group: 0 },
  { name: "JSON Web Token", pattern: /\beyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{10,1000}/g, group: 0 },
  { name: "authorization", pattern: /\b(?:Bearer|Basic|token)[ \t]+([\w.~+/=-]{16,2000})/gi, group: 1, random: true },
  { name: "password in a URL", pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{1,200}:([^\s@/]{1,500})@/gi, group: 1 },
  {
    name: "secret",
    pattern:
      /(?:secret|token|passw(?:or)?d|passwd|api[_-]?key|access[_-]?key|private[_-]?key|credential|auth)[\w-]{0,30}["']?[ \t]{0,5}[:=]{1,2}[ \t]{0,5}["']?([^\s"',;]{8,500})/gi,
    group: 1,
    random: true,
  },
];

/** Whether a text looks random rather than written: many different characters for its length, of more than one kind. */
export function looksRandom(text: string): boolean {
  if (
    /^[$%<{[(]|[>}\])]$|^(?:x+|\*+|\.+|your|example|changeme|placeholder|process\.env|undefined|null|true|false)/i.test(
      text,
    )
  )
    return false;
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(text)).length;
  return bits >= (kinds >= 3 ? 3 : kinds === 2 ? 3.2 : 4.2);
}
