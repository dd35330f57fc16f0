/** Whole words, so that KEYBOARD and AUTHOR are none. */
const secretName =
  /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PASS|PSWD|KEY|APIKEY|AUTH|CREDENTIALS?|COOKIE|SIGNATURE|SALT|DSN|PAT|JWT)(?:_|$)|(?:TOKEN|SECRET|PASSWORD|APIKEY)$/i;

/**
 * Variables of an environment whose names are those of secrets, for a scrubber. Left out are paths and values that could
 * be words of any text: shorter than 8 characters, or letters alone.
 */
export function environmentSecrets(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => secretName.test(entry[0]) && isTelling(entry[1] ?? ""),
    ),
  );
}

const isTelling = (value: string): boolean => value.length >= 8 && !/^[a-z]+$/i.test(value) && !/^[/~.]/.test(value);
