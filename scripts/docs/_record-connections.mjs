// Loaded before a program: writes each connection, name lookup and request that it makes to a file, a line each.
import { subscribe } from "node:diagnostics_channel";
import dns from "node:dns";
import { appendFileSync } from "node:fs";
import { isIP } from "node:net";

const record = (what) => appendFileSync(process.env.HOLDALL_CONNECTIONS, `${what}\n`);

subscribe("undici:request:create", ({ request }) => record(`request ${request.origin}${request.path}`));
subscribe("http.client.request.start", ({ request }) => record(`request ${request.host}${request.path}`));
subscribe("net.client.socket", () => record("connection"));
subscribe("udp.socket", () => record("datagram"));
for (const name of ["lookup", "resolve", "resolve4", "resolve6"]) {
  const before = dns[name];
  dns[name] = (host, ...rest) => {
    if (!isIP(host)) record(`lookup ${host}`); // an address is not looked up, and listening passes here, too
    return before(host, ...rest);
  };
}
