import { allowsPlace, readHostPattern, type SecretPlace, type Secrets, secretInfo } from "@holdall/tool-kit/secrets";
import { cannotMask } from "../masking/cannot-mask.ts";
import { checkRequest, lookedThrough } from "../masking/check-request.ts";
import type { RelayCredentials } from "./relay.ts";
import type { Manager } from "./runtime.ts";

type NetworkConfig = Parameters<Manager["initialize"]>[0]["network"];
type FilterRequest = NonNullable<NetworkConfig["filterRequest"]>;

/** The variable by which the runtime knows a secret. Its value is never in the environment of a program. */
const variableOf = (name: string): string => `HOLDALL_SECRET_${name}`;

/**
 * What the runtime masks of these secrets. It reads values from the environment of this process, so they are there while it
 * reads, in one turn of the event loop: nothing else runs, and nothing is started meanwhile.
 */
export function maskSecrets(secrets: Secrets, names: readonly string[]) {
  const infos = names.map((name) => secretInfo(secrets, name));
  const credentials: RelayCredentials = () => {
    // All are read before any is set: one that cannot be read would leave the others there.
    const values = names.map((name) => [variableOf(name), secrets.read(name)] as const);
    for (const [variable, value] of values) process.env[variable] = value;
    queueMicrotask(() => {
      for (const name of names) delete process.env[variableOf(name)];
    });
    return {
      envVars: infos.map(({ name, hosts }) => ({
        name: variableOf(name),
        mode: "mask" as const,
        injectHosts: hosts.flatMap((host) => hostOnly(host) ?? []),
      })),
      ...awsPair(names),
    };
  };
  return {
    credentials,
    /** What stands for each secret, from the variables that the runtime gives the program. */
    standIns(variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
      return Object.fromEntries(
        names.map((name) => {
          const standIn = variables[variableOf(name)];
          if (standIn === undefined || secrets.read(name).includes(standIn)) throw cannotMask();
          secrets.addStandIn(name, standIn);
          return [name, standIn];
        }),
      );
    },
  };
}

const aws = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"] as const;

/** Requests that are signed with a stand-in are signed again by the runtime, which has to know what belongs together. */
function awsPair(names: readonly string[]) {
  const [key, secret, token] = aws;
  if (!names.includes(key) || !names.includes(secret)) return {};
  const session = names.includes(token) ? { sessionTokenVar: variableOf(token) } : {};
  return { awsPairs: [{ accessKeyIdVar: variableOf(key), secretAccessKeyVar: variableOf(secret), ...session }] };
}

const hostOnly = (text: string): string | undefined => {
  const pattern = readHostPattern(text);
  return pattern && (pattern.below ? `*.${pattern.host}` : pattern.host);
};

/**
 * What the proxy is asked about each request: one with a value or a stand-in is let through to the hosts of that secret, over
 * TLS, and to no other. Of a body, the first megabyte is looked through, and a longer one refused for other ports of these hosts.
 */
export function gateOf(secrets: Secrets): Pick<NetworkConfig, "tlsTerminate" | "filterRequest" | "requireHostMatch"> {
  const filterRequest: FilterRequest = async (request, info) => {
    const { host, port } = info?.target ?? { host: new URL(request.url).hostname, port: undefined };
    const place = { host, port, encrypted: info?.scheme === "https" };
    const { text: body, isWhole } = await startOf(request);
    const head = [info?.requestTarget ?? request.url, host, ...request.headers.keys(), ...request.headers.values()];
    const judged = await checkRequest(secrets, { head, body }, place);
    if ("why" in judged) return { action: "deny", reason: judged.why };
    // The runtime puts values in for a host, whatever the port, also into what was not looked through.
    const exposed = isWhole ? undefined : secrets.list().find(({ hosts }) => isAtOtherPort(hosts, place));
    if (exposed) {
      const why = `is not for ${host}:${port}, and the body is too long or too slow to be looked through`;
      return { action: "deny", reason: `secret:${exposed.name} ${why}` };
    }
    // The runtime does not tell what it puts in.
    for (const name of judged.names) secrets.noteUse({ name, to: `${host}:${place.port}` });
    return { action: "allow" };
  };
  // Behind a shared front, a foreign Host header would lead a value to another site of the same host.
  return { tlsTerminate: {}, filterRequest, requireHostMatch: true };
}

/** Whether a host is one of a secret, but at another port. */
const isAtOtherPort = (hosts: readonly string[], place: SecretPlace): boolean =>
  place.encrypted &&
  !allowsPlace(hosts, place) &&
  hosts.some((host) => allowsPlace([host], { ...place, port: readHostPattern(host)?.port }));

interface BodyStart {
  readonly text: string;
  readonly isWhole: boolean;
}

async function startOf({ body }: Request): Promise<BodyStart> {
  const reader = body?.getReader();
  if (!reader) return { text: "", isWhole: true };
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), lookedThrough.time);
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (let size = 0; size < lookedThrough.bytes; ) {
      const read = await Promise.race([reader.read(), late.promise]);
      if (!read) break;
      if (read.done) return { text, isWhole: true };
      size += read.value.length;
      text += decoder.decode(read.value, { stream: true });
    }
    return { text, isWhole: false };
  } finally {
    clearTimeout(timer);
    void reader.cancel().catch(() => {});
  }
}
