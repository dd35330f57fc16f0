/** Names of variables that hold secrets: whole words, so that KEYBOARD and PWD do not match. */
const secretName =
  /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PASS|PWD|PSWD|KEY|APIKEY|AUTH|CREDENTIALS?|COOKIE|SESSION|SIGNATURE|SALT|DSN|PAT|JWT)(?:_|$)|(?:TOKEN|SECRET|PASSWORD|APIKEY)$/i;

/** Values that are secrets whatever their name: keys of known services, JSON web tokens, private keys. */
const secretValue =
  /\b(?:gh[oprsu]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{15,}|sk-[\w-]{16,}|xox[abeoprs]-[\w-]{10,}|A[KS]IA[0-9A-Z]{16}|AIza[\w-]{30,}|npm_\w{30,}|eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*)|-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** A login in an address. */
const login = /\b[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]+@/i;

/** The value as it may be shown: not at all when its name or its form say that it is a secret. */
export function maskValue(name: string, value: string): string {
  if (value === "" || /^(?:PWD|OLDPWD)$/.test(name)) return value;
  const isSecret = secretName.test(name) || secretValue.test(value) || login.test(value) || isRandom(value);
  return isSecret ? "[secret]" : value;
}

/** One long word without structure, of letters and digits so mixed that no name is: more than 3.5 bits a character. */
function isRandom(value: string): boolean {
  if (!/^[A-Za-z0-9+/=_-]{24,}$/.test(value) || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits > 3.5 && !value.startsWith("/");
}
