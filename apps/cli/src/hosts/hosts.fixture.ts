import { adapterHosts } from "./adapter-hosts.fixture.ts";
import { commandHosts } from "./command-hosts.fixture.ts";
import { editorHost } from "./editor-host.fixture.ts";
import type { Host } from "./host.fixture.ts";
import { serverHosts } from "./server-hosts.fixture.ts";

/** Every way to reach the tools that a safeguard must hold in. */
export const hosts: readonly Host[] = [...commandHosts, editorHost, ...serverHosts, ...adapterHosts];
