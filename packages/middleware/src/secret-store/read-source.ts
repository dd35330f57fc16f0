import { readFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import { ToolError } from "@holdall/tool-core";
import { readHostPattern } from "@holdall/tool-kit/secrets";
import { type KeychainEntry, missingEntry, type ReadKeychain } from "./keychain.ts";

/** Where the value of a secret is, and where it may go. */
export interface SecretEntry {
  /** The variable of the environment that has the value. */
  readonly env?: string | undefined;
  /** The file that has the value, by its absolute path. Line breaks at its end are not a part of it. */
  readonly file?: string | undefined;
  /** The password in the system's keychain that is the value, without line breaks at its end. Needs `@napi-rs/keyring`. */
  readonly keychain?: KeychainEntry | undefined;
  /**
   * The hosts that get the value: `api.example.com`, `*.example.com` for all below it, each with an optional `:port`. Only over
   * TLS, except on loopback and for hosts that are written as `http://host`.
   */
  readonly hosts?: readonly string[] | undefined;
  /** Whether the value may be put into the query of a URL. False by default: servers and proxies log URLs. */
  readonly query?: boolean | undefined;
  /** The MCP servers, by their names in the configuration, whose programs get the value in their environment. */
  readonly servers?: readonly string[] | undefined;
}

export interface Sources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly keychain: ReadKeychain;
}

/** Values shorter than this are in too many texts to be hidden. */
export const shortest = 8;

const longest = 65_536;
const usualHint = "Ask the user to correct the source of the secret.";

/** Read a value from its source. Throws `unavailable` with the reason if there is none that can be used; no message has a value. */
export function readSource(name: string, entry: SecretEntry, { env, keychain }: Sources): string {
  const lacks = (why: string, { hint = usualHint, cause }: { hint?: string | undefined; cause?: unknown } = {}) =>
    new ToolError("unavailable", `The secret ${name} has no value: ${why}.`, { hint, cause });
  const { env: variable, file, keychain: item } = entry;
  let written: string | undefined;
  try {
    written = variable !== undefined ? env[variable] : item ? keychain(item) : readFileSync(file ?? "", "utf8");
  } catch (cause) {
    if (ToolError.is(cause)) throw lacks(cause.message, cause);
    const { code = "error" } = cause as NodeJS.ErrnoException;
    throw lacks(item ? `the keychain failed (${code})` : `the file ${file} cannot be read (${code})`, { cause });
  }
  const value = variable === undefined ? written?.replace(/[\r\n]+$/, "") : written;
  if (value === undefined || value === "") {
    if (variable !== undefined) throw lacks(`${variable} is not set`);
    if (!item) throw lacks(`the file ${file} is empty`);
    const { message, hint } = missingEntry(item);
    throw lacks(message, { hint });
  }
  if (value.length < shortest) throw lacks(`its value is shorter than ${shortest} characters`);
  if (value.length > longest && variable === undefined)
    throw lacks(`${item ? "the password in the keychain" : `the file ${file}`} is larger than ${longest} characters`);
  return value;
}

/** Throws `invalid_input` for a name, a source or a host that is not valid. */
export function checkEntry(name: string, { env, file, keychain, hosts = [] }: SecretEntry): void {
  const wrong = !/^[A-Za-z_]\w{0,63}$/.test(name)
    ? "is not a name of up to 64 letters, digits and _"
    : [env, file, keychain].filter((source) => source !== undefined).length !== 1
      ? "needs one source: env, file or keychain"
      : file !== undefined && !isAbsolute(file)
        ? "has a file that is not an absolute path"
        : keychain !== undefined && !(isLabel(keychain.service) && isLabel(keychain.account))
          ? "has a keychain entry without a service and an account of up to 256 characters, in one line"
          : hosts
              .filter((host) => !readHostPattern(host))
              .map((host) => `has the host ${JSON.stringify(host)}, which is not a host`)[0];
  if (wrong === undefined) return;
  throw new ToolError("invalid_input", `The secret ${JSON.stringify(name)} ${wrong}.`, {
    hint: 'Write { env: "VARIABLE", hosts: ["api.example.com"] }, with *.example.com for all hosts below it.',
  });
}

const isLabel = (text: unknown): boolean => typeof text === "string" && /^[^\p{Cc}]{1,256}$/u.test(text);
