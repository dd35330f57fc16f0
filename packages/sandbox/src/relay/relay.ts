import { once } from "node:events";
import { realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDisposeStack } from "@holdall/tool-kit/node";
import type { Relay } from "../bubblewrap/launch.ts";
import type { StandIns } from "../masking/stand-ins.ts";
import { makeTemporaryFolder } from "../runtime/temporary-folder.ts";
import type { Lookup } from "./dial.ts";
import { connector, listener, startListening } from "./programs.ts";
import { createProxy } from "./proxy.ts";
import type { Authority } from "./tls/authority.ts";
import { javaTrustStore, trustBundle } from "./tls/trust-files.ts";
import type { Unreached } from "./unreached.ts";
import { relayVariables } from "./variables.ts";

export interface RelayOptions {
  readonly domains: readonly string[];
  readonly masking?: { readonly standIns: StandIns; readonly authority: Authority } | undefined;
  /** The environment that the program would have. */
  readonly env: Readonly<Record<string, string>>;
  readonly lookup?: Lookup | undefined;
}

export interface OpenedRelay extends Relay, AsyncDisposable {
  /** What was asked for and not reached since the last call. */
  takeUnreached(): Unreached;
}

/** Where programs find the relay. Nothing else is in their network. */
const port = 3128;

/**
 * Open the way to the network for one command: a proxy in this process, behind a socket that only its sandbox has. Nothing of
 * it is shared with other commands. Dispose of it when the command has ended.
 */
export async function openRelay({ domains, masking, env, lookup }: RelayOptions): Promise<OpenedRelay> {
  await using undo = createDisposeStack();
  const folder = makeTemporaryFolder();
  undo.defer(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string) => join(folder, name);
  // Node itself may be where programs see nothing.
  const node = realpathSync(process.execPath);
  writeFileSync(at("node"), "");
  writeFileSync(at("listener.cjs"), listener);
  writeFileSync(at("connector.cjs"), connector);
  if (masking) {
    writeFileSync(at("trusted.pem"), trustBundle(masking.authority.certificate));
    writeFileSync(at("trusted.jks"), javaTrustStore(masking.authority.certificate));
  }
  const proxy = createProxy({ domains, masking, lookup });
  undo.defer(() => proxy.close());
  proxy.server.listen(at("socket"));
  await once(proxy.server, "listening");
  // The program keeps this process running, as long as it is waited for.
  proxy.server.unref();
  const variables = relayVariables({
    ...{ port, env, connect: `${at("node")} ${at("connector.cjs")} ${port}` },
    trust: masking && { pem: at("trusted.pem"), java: at("trusted.jks") },
  });
  const stack = undo.move();
  return {
    words: [
      ...["--ro-bind", folder, folder, "--ro-bind", node, at("node")],
      ...Object.entries(variables).flatMap(([name, value]) => ["--setenv", name, value]),
    ],
    wrap: (inside) => [
      ...["/bin/bash", "--norc", "--noprofile", "-c", startListening, "bash"],
      ...[at("node"), at("listener.cjs"), at("socket"), String(port)],
      ...inside,
    ],
    takeUnreached: proxy.takeUnreached,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
