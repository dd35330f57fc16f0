import { isCommonPassword, isStandIn, looksRandom, turnsOf } from "./formats/randomness.ts";
import type { Hit } from "./hits.ts";

/** A secret that is known by what is in front of it. */
interface NamedSecret {
  readonly name: string;
  /** Its first group is the secret. */
  readonly pattern: RegExp;
  accepts(secret: string, match: RegExpExecArray): boolean;
  /** A word without which there is none of them in a text, for a cheap look first. */
  readonly needs: string;
}

const isPassword = (secret: string): boolean =>
  secret.length >= 5 && (looksRandom(secret) || !isCommonPassword(secret)) && isNoCode(secret);
const isNoCode = (secret: string): boolean => !/[(){}<>|`]|\\[a-z]|\.\w+\(|^[\w.]*\.[a-z]+$/.test(secret);

/** Base64 of `user:password`, which is what HTTP sends. */
function isBasic(secret: string): boolean {
  try {
    const text = atob(secret);
    return /^[\x20-\x7e]{1,200}:[\x20-\x7e]{1,300}$/.test(text) && !isCommonPassword(text.slice(text.indexOf(":") + 1));
  } catch {
    return false;
  }
}

export const named: readonly NamedSecret[] = [
  {
    // RFC 3986, and what libraries of databases take: the user may be left out
    name: "password in a URL",
    needs: "://",
    pattern: /(?<=[a-z\d])(?<![a-z\d+.-]{24}):\/\/(?:[^\s:@/'"`<>]{0,200}):([^\s@/'"`<>]{3,300})@[\w[]/gi,
    accepts: isPassword,
  },
  {
    // curl(1): -u, --user, -U and --proxy-user
    name: "password of curl",
    needs: "curl",
    pattern:
      /(?:\b|(?<=\\[nrt]))curl\b(?:[^\n]|\\\r?\n){0,400}?\s(?:-[a-zA-Z]{0,6}[uU]|--user|--proxy-user)(?:[ =]|(?=\w))["']?[^\s:"'$-][^\s:"']{0,100}:([^\s"']{3,200})/g,
    accepts: isPassword,
  },
  {
    // RFC 9110: Authorization and its kin
    name: "authorization",
    needs: "earer",
    pattern: /(?:\b|(?<=\\[nrt]))[Bb]earer[ \t]+([\w.~+/-]{16,2000}=*)(?![\w(.])/g,
    accepts: looksRandom,
  },
  {
    name: "authorization",
    needs: "asic ",
    pattern: /(?:\b|(?<=\\[nrt]))[Bb]asic[ \t]+([A-Za-z0-9+/]{8,400}={0,2})(?![\w(.])/g,
    accepts: isBasic,
  },
  {
    name: "authorization",
    needs: "uthorization",
    pattern:
      /\b[Aa]uthorization["']?[ \t]{0,4}[:=,][ \t]{0,4}["'`]?(?:[Tt]oken[ \t]+)?([\w.~+/=-]{20,2000})(?![\w(.])/g,
    accepts: looksRandom,
  },
  {
    // docs.docker.com: config.json keeps logins as base64 of user:password
    name: "login of a registry",
    needs: '"auth',
    pattern: /"auth\\{0,3}"[ \t]{0,4}:[ \t]{0,4}\\{0,3}"([A-Za-z0-9+/]{8,600}={0,2})\\{0,3}"/g,
    accepts: isBasic,
  },
  {
    // The file format of netrc
    name: "password of netrc",
    needs: "machine",
    pattern: /(?:\b|(?<=\\[nrt]))machine\s{1,8}\S{1,200}\s{1,8}login\s{1,8}\S{1,200}\s{1,8}password\s{1,8}(\S{3,200})/g,
    accepts: (secret) => !isStandIn(secret),
  },
  {
    // docs.npmjs.com: .npmrc
    name: "login of npm",
    needs: "_",
    pattern: /:_(?:authToken|auth|password)[ \t]{0,4}=[ \t]{0,4}"?([^\s"${]{8,500})/g,
    accepts: (secret) => !isStandIn(secret),
  },
  {
    // Names of settings, whole words: `token`, `DB_PASSWORD`, `clientSecret`, `api-key`, not `tokenizer` or `author`
    name: "secret",
    needs: "",
    pattern:
      /(?:[Pp]assw(?:or)?d|PASSW(?:OR)?D|PWD|[Pp]assphrase|PASSPHRASE|[Ss]ecret|SECRET|[Tt]oken|TOKEN|[Aa]pi[_-]?[Kk]ey|API[_-]?KEY|[Aa]ccess[_-]?[Kk]ey|ACCESS[_-]?KEY|[Pp]rivate[_-]?[Kk]ey|PRIVATE[_-]?KEY|[Cc]redentials?|CREDENTIALS?|[Aa]uth[_-]?[Kk]ey|AUTH[_-]?KEY)(?![a-z])(?:[_-]?(?:[Ii]d|ID|[Kk]ey|KEY|[Vv]alue|VALUE|[Bb]ase64|\d{1,2})){0,2}["']?\]?[ \t]{0,4}(?:=>|:=|[:=])[ \t]{0,4}(?:(["'`])([^"'`\s\\$]{8,300})\1|((?:[^\s"'`,;(){}<>[\]$&|\\]|&(?![\w-]{1,40}=)){8,300})(?=$|[\s"'`,;&)\\]))/gm,
    accepts: (_, match) => isAssigned(match[2], match[3] ?? ""),
  },
];

/** A quoted value must look random; a bare one, which may be code, all the more. */
function isAssigned(quoted: string | undefined, bare: string): boolean {
  if (quoted !== undefined) return looksRandom(quoted) && !/^[\w./-]*\.[a-z]{2,4}$|:\/\//.test(quoted);
  // A bare word of letters with few digits may as well be the name of something.
  if (/^[A-Za-z_]\w*$/.test(bare) && turnsOf(bare) < Math.max(3, bare.length / 8)) return false;
  return looksRandom(bare) && !/^[a-z_]\w*\.|[.][a-z_]\w*[.]|:\/\/|^\.?\//i.test(bare);
}

/** Secrets that are known by the name of a setting, a header or an option in front of them. */
export function namedHits(text: string): Hit[] {
  return named.flatMap(({ name, needs, pattern, accepts }) => {
    if (!text.includes(needs)) return [];
    return [...text.matchAll(pattern)].flatMap((match) => {
      const secret = match.slice(1).findLast((group) => group !== undefined && group.length > 1) ?? "";
      if (secret === "" || !accepts(secret, match)) return [];
      const start = match.index + match[0].lastIndexOf(secret);
      return [{ start, end: start + secret.length, name, from: match.index }];
    });
  });
}
