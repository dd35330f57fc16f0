import { connect } from "node:net";
import { buildConnector } from "undici";
import { expect, test } from "vitest";
import { playHost } from "./hostile-server.fixture.ts";
import { checkedConnector, type Lookup } from "./node-transport.ts";
import { readRules } from "./rules.ts";

const rules = readRules({ allow: ["127.0.0.1/32"] });
const nobody: Lookup = async () => Promise.reject(new Error("Nobody may be looked up here."));

const dial = (connector: buildConnector.connector, hostname: string, port: number) =>
  new Promise((resolve, reject) => {
    connector({ hostname, protocol: "http:", port: String(port) }, (error, socket) =>
      error ? reject(error) : resolve(socket),
    );
  });

test("a literal is checked where it is dialled, whatever was checked before", async () => {
  await using host = await playHost();
  const connector = checkedConnector(buildConnector, nobody, rules);
  for (const literal of ["127.0.0.2", "::1", "[::1]", "::ffff:127.0.0.2", "10.0.0.1"]) {
    await expect(dial(connector, literal, host.port)).rejects.toMatchObject({ code: "permission_denied" });
  }
  expect(host.connections()).toBe(0);
  await expect(dial(connector, "127.0.0.1", host.port)).resolves.toMatchObject({ remoteAddress: "127.0.0.1" });
});

test("a connection that reached another address than the one that was checked is dropped unused", async () => {
  await using host = await playHost();
  const straying: typeof buildConnector = () => (_options, callback) => {
    const socket = connect({ port: host.port, host: "127.0.0.1" }, () => callback(null, socket));
  };
  const connector = checkedConnector(straying, async () => ["93.184.216.34"], rules);
  await expect(dial(connector, "a.example", 80)).rejects.toMatchObject({
    code: "permission_denied",
    message: expect.stringContaining("is not the one that was checked"),
  });
  expect(host.requests).toHaveLength(0);
});

test("a name is looked up once for a connection", async () => {
  await using host = await playHost();
  const asked: string[] = [];
  const lookup: Lookup = async (name) => {
    asked.push(name);
    return ["127.0.0.1"];
  };
  await dial(checkedConnector(buildConnector, lookup, rules), "a.example", host.port);
  expect(asked).toEqual(["a.example"]);
});
