import { resolve } from "node:path";

/** The paths that a program could not write, as far as what it printed tells; relative ones as if it ran in `cwd`. */
export function deniedWrites(errors: string, cwd: string): string[] {
  const found = new Set<string>();
  const paths = [
    // touch: cannot touch '/a': Read-only file system
    /['"‘`]([^'"’\n]+)['"’]: (?:Read-only file system|Operation not permitted)/g,
    // bash: line 1: /a: Read-only file system
    /(?:^|\s)([^\s'"’:()]+): (?:Read-only file system|Operation not permitted)/gm,
    // Error: EROFS: read-only file system, open '/a'
    /\b(?:EROFS|EPERM)\b[^\n']*'([^'\n]+)'/g,
    // OSError: [Errno 30] Read-only file system: '/a'
    /Read-only file system: '([^'\n]+)'/g,
    // error: could not write config file .git/config: Read-only file system
    /(?:file|open|create|lock|write) ['"]?([^\s'":]+)['"]?: Read-only file system/g,
  ];
  for (const pattern of paths)
    for (const match of errors.matchAll(pattern)) if (match[1]) found.add(resolve(cwd, match[1]));
  return [...found].slice(0, 20);
}

/** The paths that were in use when a program wanted to replace, move or remove them: so the kernel says of what is mounted. */
export function busyPaths(errors: string, cwd: string): string[] {
  const found = new Set<string>();
  const paths = [
    // mv: cannot move 'a' to 'b': Device or resource busy
    /['"‘`]([^'"’\n]+)['"’] to ['"‘`][^'"’\n]+['"’]: Device or resource busy/g,
    // rm: cannot remove 'a': Device or resource busy
    /['"‘`]([^'"’\n]+)['"’]: Device or resource busy/g,
    // error: could not write config file .git/config: Device or resource busy
    /([^\s'"’:]+): Device or resource busy/g,
    // Error: EBUSY: resource busy or locked, rename 'a' -> 'b'
    /\bEBUSY\b[^\n']*'([^'\n]+)'/g,
    /\bEBUSY\b[^\n]*-> '([^'\n]+)'/g,
  ];
  for (const pattern of paths)
    for (const match of errors.matchAll(pattern)) if (match[1]) found.add(resolve(cwd, match[1]));
  return [...found];
}

/** The hosts that a program could not reach. */
export function deniedHosts(errors: string): string[] {
  const found = new Set<string>();
  const hosts = [
    /(?:Could not resolve host|unable to resolve host(?: address)?|Name or service not known)[: ]+['"‘]?([\w.-]+\.[\w-]+)/gi,
    /\b(?:EAI_AGAIN|ENOTFOUND)\s+([\w.-]+)/g,
    /(?:Failed to connect to|connect to host|connect to address) ([\w.-]+)/gi,
    /(?:Connection blocked by network allowlist|blocked-by-allowlist)[^\n]*?\b([\w-]+(?:\.[\w-]+)+)/gi,
    /host ['"]?([\w.-]+\.[a-z]{2,})['"]?[^\n]*(?:Temporary failure in name resolution|Network is unreachable)/gi,
  ];
  for (const pattern of hosts)
    for (const match of errors.matchAll(pattern)) if (match[1]) found.add(match[1].toLowerCase());
  return [...found].slice(0, 20);
}

/** What the sandbox itself says when it cannot start; nothing that a program printed. */
export function sandboxFailure(errors: string): string | undefined {
  return /^(?:bwrap|holdall-relay): .*$/m.exec(errors)?.[0];
}
