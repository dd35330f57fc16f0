import { promises as dns } from "node:dns";
import { connect, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { ToolError } from "@holdall/tool-core";
import { addressClass, pinnedLookup, readAddress } from "@holdall/tool-kit/addresses";
import type { Target } from "./target.ts";

/** Every address of a name, as text. */
export type Lookup = (host: string) => Promise<readonly string[]>;

/** Milliseconds for a name to be resolved, and again for a connection and for TLS. */
export const timeLimit = 10_000;

/**
 * Connect to a host. Its name is resolved once, every address is checked, and no other is dialed. An address that was named
 * itself is dialed wherever it is; a name leads to public addresses, and one that was named in full also to the networks of
 * companies and homes. Throws `permission_denied` for another address, and what the connection throws.
 */
export async function dial(target: Target, lookup: Lookup = resolveAll): Promise<Socket> {
  const { host, port } = target;
  const literal = readAddress(host)?.toString();
  const addresses = literal ? [literal] : (await inTime(lookup(host))).map((text) => checkAddress(text, target));
  if (addresses.length === 0) throw Object.assign(new Error(`${host} has no address.`), { code: "ENOTFOUND" });
  const socket = connect({ host, port, lookup: pinnedLookup(addresses), autoSelectFamily: true, timeout: timeLimit });
  await new Promise<void>((resolve, reject) => {
    const late = () => socket.destroy(new Error(`${host}:${port} did not answer within ${timeLimit / 1000} seconds.`));
    socket.once("timeout", late).once("error", reject);
    socket.once("connect", () => {
      socket.setTimeout(0).off("timeout", late).off("error", reject);
      resolve();
    });
  });
  const reached = readAddress(socket.remoteAddress ?? "")?.toString();
  if (reached === undefined || addresses.includes(reached)) return socket;
  socket.destroy();
  throw refused(host, "is not the one that was checked");
}

/** The classes of addresses that a name leads to if it was named in full. */
const ofNetworks: ReadonlySet<string> = new Set(["private", "unique local", "carrier grade nat"]);

function checkAddress(text: string, { host, isExact, isNamed }: Target): string {
  const address = readAddress(text);
  if (!address) throw refused(host, "cannot be read");
  const spelled = address.toString();
  if (isNamed(spelled)) return spelled;
  const place = addressClass(address);
  if (/(?:^|\.)localhost$/.test(host)) {
    if (place !== "loopback") throw refused(host, `is a ${place} address, not one of this machine`);
    return spelled;
  }
  if (place !== "public" && !(isExact && ofNetworks.has(place)))
    throw refused(host, `is a ${place} address, not a public one`);
  if (ownAddresses().includes(spelled)) throw refused(host, "is one of this machine's own");
  return spelled;
}

/** A service that listens everywhere answers on these as it does on loopback. */
const ownAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? []);

const resolveAll: Lookup = async (host) => (await dns.lookup(host, { all: true })).map(({ address }) => address);

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The name was not resolved in time.")), timeLimit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const refused = (host: string, what: string) =>
  new ToolError("permission_denied", `The address of ${host} ${what}. Nothing was sent.`, {
    hint: "Only the user can open it, by naming the address itself.",
  });
