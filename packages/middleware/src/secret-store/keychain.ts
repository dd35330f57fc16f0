import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ToolError } from "@holdall/tool-core";
import { hostPlatform, isLinux, isWindows } from "@holdall/tool-kit/node";

/** A password in the system's keychain, as the program that has stored it names it. */
export interface KeychainEntry {
  readonly service: string;
  readonly account: string;
}

/** Returns the password of an entry; undefined if there is none. Throws `unavailable` if the keychain cannot be read. */
export type ReadKeychain = (entry: KeychainEntry) => string | undefined;

type Library = Pick<typeof import("@napi-rs/keyring"), "Entry">;

/** A name in a variable, because bundlers for servers fail on a literal one that is not installed. */
const library = "@napi-rs/keyring";
const otherSource = "or give the secret another source, env or file";

/**
 * The keychain of macOS, the Credential Manager of Windows, or the Secret Service of Linux; the kernel's keyring where no such
 * service runs. A read waits while the system asks its user. Needs the package `@napi-rs/keyring`, which is looked for from the
 * module `from` with the first read.
 */
export function systemKeychain(from: string = import.meta.url): ReadKeychain {
  return ({ service, account }) => {
    const { Entry } = loadLibrary(from);
    try {
      return new Entry(service, account).getPassword() ?? undefined;
    } catch (cause) {
      throw new ToolError("unavailable", `the system's keychain cannot be read (${reasonOf(cause)})`, {
        hint: `Ask the user to unlock it, ${otherSource}.`,
        cause,
      });
    }
  };
}

/**
 * Why an entry may have no password, and how the user stores one, on a platform of Node. Without a session bus, as on servers of
 * Linux, no Secret Service can be reached, and the other sources are named.
 */
export function missingEntry(
  { service, account }: KeychainEntry,
  platform = hostPlatform(),
  env: Environment = process.env,
): ToolError {
  if (isLinux(platform) && !hasSessionBus(env))
    return new ToolError(
      "unavailable",
      `the keyring of the kernel has no password for the service ${service} and the account ${account}, and no Secret Service runs here, because there is no session bus`,
      {
        hint: "Ask the user to give the secret another source: file, with the path of a file that only they can read, or env.",
      },
    );
  const store =
    platform === "darwin"
      ? `security add-generic-password -s '${service}' -a '${account}' -w`
      : isWindows(platform)
        ? `cmdkey /generic:${account}.${service} /user:${account} /pass`
        : `secret-tool store --label='${service}' service '${service}' username '${account}'`;
  const where = isLinux(platform) ? "the system's keychain (the Secret Service)" : "the system's keychain";
  return new ToolError(
    "unavailable",
    `${where} has no password for the service ${service} and the account ${account}, or is locked`,
    { hint: `Ask the user to unlock it, to store the password (${store}), ${otherSource}.` },
  );
}

type Environment = Readonly<Record<string, string | undefined>>;

const hasSessionBus = ({ DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: folder }: Environment): boolean =>
  Boolean(address) || (Boolean(folder) && existsSync(join(folder ?? "", "bus")));

function loadLibrary(from: string): Library {
  try {
    return createRequire(from)(library) as Library;
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND" && reasonOf(cause).includes(library);
    throw new ToolError(
      "unavailable",
      isMissing
        ? `${library}, which reads the system's keychain, is not installed`
        : `${library}, which reads the system's keychain, cannot be loaded (${reasonOf(cause)})`,
      { hint: `Ask the user to run npm install ${library} next to holdall, ${otherSource}.`, cause },
    );
  }
}

const reasonOf = (cause: unknown): string =>
  String((cause as Error).message)
    .split("\n", 1)[0]
    ?.slice(0, 200) ?? "";
