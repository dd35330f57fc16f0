/** Whole words, so that KEYBOARD and AUTHOR do not match; PWD and OLDPWD are folders. */
const secretName =
  /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PASS|PSWD|KEY|APIKEY|AUTH|CREDENTIALS?|CREDS?|COOKIE|SIGNATURE|SALT|DSN|PAT|JWT)(?:_|$)|_PW(?:D)?$|(?:TOKEN|SECRET|PASSWORD|PASSWD|APIKEY|SECRETKEY|ACCESSKEY|PRIVATEKEY)(?:_|$)/i;
const webhookName = /WEBHOOKS?(?:_UR[LI])?$/i;
/** Where a service is, which is secret as far as it has a password in it. */
const placeName = /_UR[LI]$/i;

/** Whether a variable is named as those are whose values are, or have, secrets. */
export const isSecretName = (name: string): boolean =>
  secretName.test(name) || webhookName.test(name) || placeName.test(name);

/**
 * Variables of an environment that are named as secrets are, and addresses of services with a password in them, for a scrubber.
 * Left out are paths, addresses without a password, and values that could be words of any text: shorter than 8 characters, or
 * letters alone.
 */
export function environmentSecrets(env: NodeJS.ProcessEnv = globalThis.process?.env ?? {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => isSecret(entry[0], entry[1] ?? "")),
  );
}

/** Names of variables that are named as secrets are and whose values are not hidden: words that any text may have. */
export function unhiddenSecrets(env: NodeJS.ProcessEnv = globalThis.process?.env ?? {}): string[] {
  return Object.entries(env).flatMap(([name, value = ""]) =>
    secretName.test(name) && value.length > 3 && !isSetting.test(value) && !isPath(value) && !isSecret(name, value)
      ? [name]
      : [],
  );
}

/** Values of settings, which are not secrets. */
const isSetting =
  /^(?:true|false|none|null|auto|always|never|on|off|yes|no|[a-z][a-z\d+.-]*:\/\/.*|localhost.*|[\d.]+:\d+)$/i;

function isSecret(name: string, value: string): boolean {
  if (value.length < 8 || /^[a-z]+$/i.test(value) || isPath(value)) return false;
  if (hasPassword(value)) return true;
  if (!isUrl.test(value)) return secretName.test(name) && !/^(?:localhost|[\d.]+):\d+$/.test(value);
  return webhookName.test(name) ? /:\/\/[^/]+\/.{8}/.test(value) : /(?:^|_)DSN$/i.test(name) && value.includes("@");
}

const isUrl = /^[a-z][a-z\d+.-]*:\/\//i;

/** The address of a service with a password or a key, as URL, as libraries for Go write it, or by names. */
const hasPassword = (value: string): boolean =>
  /^[a-z][a-z\d+.-]*:\/\/[^\s/@]*:[^\s/]+@/i.test(value) ||
  /^[^\s:@/]+:[^\s/]+@\w+\(/.test(value) ||
  /(?:^|[;\s])(?:password|pwd|accountkey|sharedaccesskey)\s*=\s*[^;\s]/i.test(value);

/** A path; base64 may begin with a slash as well. */
const isPath = (value: string): boolean =>
  /^(?:~|\.{1,2}|[a-z]:)?[/\\]/i.test(value) && !(/^\/[\w+/]*[\w+]{20}[\w+/]*={0,2}$/.test(value) && /\d/.test(value));
