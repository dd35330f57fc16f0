import { chmodSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { checkNamedSecrets } from "../../doctor/check-named-secrets.ts";
import { messageFolders } from "../../fixtures/messages.fixture.ts";
import { configSchema } from "../read/schema.ts";
import { openDatabases } from "../tools/open-databases.ts";
import { findSecrets } from "./find-secrets.ts";
import { withMessageSecrets } from "./message-secrets.ts";
import { parseSecretFlag } from "./parse-secret-flag.ts";

const value = "tkn/8fJ2mQx7+Lw0ZrT4v";

function place() {
  const folders = messageFolders({ VALUE: value });
  onTestFinished(() => folders[Symbol.dispose]());
  const root = folders.at("project");
  const settings = { cwd: root, root, moreRoots: [], backend: undefined, file: undefined, config: {} };
  return {
    ...folders,
    settings,
    find: (flags: readonly string[] = [], more: object = {}) =>
      findSecrets({ ...settings, ...more }, flags, folders.env),
  };
}

test("secrets come from the user's own file, a configuration that was named, and the command line", async () => {
  const { put, find, at } = place();
  expect(await find()).toBeUndefined();
  put("config/holdall/key.txt", "from-a-file-1234\n");
  put(
    "config/holdall/secrets.yaml",
    "A: { file: key.txt, hosts: [a.example] }\nB: { env: NONE, hosts: [b.example] }\n",
  );
  const config = configSchema.parse({ secrets: { B: { env: "VALUE", hosts: ["c.example"], query: true } } });
  const secrets = await find(["C=env:VALUE@d.example,*.e.example"], { file: at("named.yaml"), config });
  expect(secrets?.list().map(({ name, hosts, query }) => [name, hosts, query])).toEqual([
    ["A", ["a.example"], false],
    ["B", ["c.example"], true],
    ["C", ["d.example", "*.e.example"], false],
  ]);
  expect([secrets?.read("A"), secrets?.read("C")]).toEqual(["from-a-file-1234", value]);
});

test("a file that others can write, and one below a root, are not used", async () => {
  const { put, find } = place();
  const own = put("config/holdall/secrets.yaml", "A: { env: VALUE }\n");
  chmodSync(own, 0o666);
  await expect(find()).rejects.toThrow("everybody can write to");
  chmodSync(own, 0o600);
  const inside = put("project/.env-key", value);
  await expect(find([`D=file:${inside}@a.example`])).rejects.toThrow("inside a root");
  await expect(find(["D=file:.env-key@a.example"])).rejects.toThrow("inside a root");
});

test("a password of the keychain is an entry and a flag, and its reader is asked for that one", async () => {
  expect(parseSecretFlag("A=keychain:https://shop.example/ann@mail.example@a.example,b.example:8443")).toEqual([
    "A",
    {
      keychain: { service: "https://shop.example", account: "ann@mail.example" },
      hosts: ["a.example", "b.example:8443"],
    },
  ]);
  expect(() => parseSecretFlag("A=keychain:shop@a.example")).toThrow("no service and account");
  const { put, find } = place();
  put(
    "config/holdall/secrets.yaml",
    "A: { keychain: { service: holdall-no-such, account: ann }, hosts: [a.example] }\n",
  );
  const secrets = await find();
  expect(secrets?.list()).toMatchObject([{ name: "A", hosts: ["a.example"] }]);
  expect(() => secrets?.read("A")).toThrow(/^The secret A has no value: .*key(chain|ring)/);
  put("config/holdall/secrets.yaml", "A: { keychain: { service: shop }, hosts: [a.example] }\n");
  await expect(find()).rejects.toThrow("account");
  put("config/holdall/secrets.yaml", "A: { keychain: { service: shop, account: ann }, env: VALUE }\n");
  await expect(find()).rejects.toThrow("takes one source");
});

test.each(["A", "A=value", "A=env:VALUE", "A=env:VALUE@", "a b=env:X@h", "=env:X@h"])(
  "--secret %s is refused",
  (text) => {
    expect(() => parseSecretFlag(text)).toThrow("it is not a name with a source and hosts");
  },
);

test("a flag without a source means the variable of its name, and its error has no value", () => {
  expect(parseSecretFlag("TOKEN@api.example")).toEqual(["TOKEN", { env: "TOKEN", hosts: ["api.example"] }]);
  expect(() => parseSecretFlag(`TOKEN=${value}`)).toThrow(expect.not.stringContaining(value));
});

test("an address of a database has a secret as its password, or is one, and leads to its hosts only", async () => {
  const { find, put } = place();
  put("config/holdall/whole", "postgres://app:geheim-geheim@db.example/shop");
  const flags = ["PW=env:VALUE@db.example:5432", "WHOLE=file:~/whole@other.example"];
  put("config/holdall/secrets.yaml", "WHOLE_URL: { file: whole, hosts: [db.example] }\n");
  const secrets = await find(flags.slice(0, 1));
  const open = (url: string) => openDatabases([{ name: "shop", file: "named.yaml", database: { url } }], {}, secrets);
  const made = await open("postgres://app:secret:PW@db.example/shop");
  expect(Object.values(made.secrets)).toEqual([`postgres://app:${encodeURIComponent(value)}@db.example/shop`, value]);
  expect((await open("secret:WHOLE_URL")).secrets["databases.shop.password"]).toBe("geheim-geheim");
  // Nothing is connected to, and queries fail.
  const failure = async (url: string) => {
    const { options, secrets: hidden } = await open(url);
    expect(hidden).toEqual({});
    return String(await options.shop?.db.transaction(async () => undefined).catch((error: unknown) => error));
  };
  const wrong = await failure("postgres://app:secret:PW@evil.example/shop");
  expect(wrong).toContain("named.yaml: databases.shop.url: secret:PW is not for evil.example:5432");
  expect(wrong).not.toContain(value);
  expect(await failure("secret:NONE")).toContain("There is no secret NONE");
});

test("mail and channels get the secrets whose hosts have their service", async () => {
  const { find, env } = place();
  const secrets = await find([
    "MAIL=env:VALUE@mail.example",
    "SLACK=env:VALUE@slack.com",
    "SIGN=env:VALUE@nowhere.example",
  ]);
  const filled = (messages: object) => withMessageSecrets(messages, env, secrets);
  const email = (host: string) => ({ email: { server: { host, user: "bot", password_env: "secret:MAIL" } } });
  expect(filled(email("mail.example"))["secret:MAIL"]).toBe(value);
  expect(() => filled(email("evil.example"))).toThrow("secret:MAIL is not for evil.example");
  const slack = { name: "ops", kind: "slack", channel: "C1" };
  expect(filled({ channels: [{ ...slack, token_env: "secret:SLACK" }] })["secret:SLACK"]).toBe(value);
  expect(() => filled({ channels: [{ ...slack, token_env: "secret:MAIL" }] })).toThrow(
    "secret:MAIL is not for slack.com",
  );
  const hook = { name: "hook", kind: "webhook", url_env: "HOOK", secret_env: "secret:SIGN" };
  expect(filled({ channels: [hook] })["secret:SIGN"]).toBe(value);
  expect(() => filled({ channels: [{ ...hook, url_env: "secret:SIGN" }] })).toThrow("is not a URL");
});

test("mail without a port goes to that of its kind, and a key that signs is noted as used", async () => {
  const { find, env } = place();
  const secrets = await find([
    "START=env:VALUE@mail.example:587",
    "TLS=env:VALUE@mail.example:465",
    "SIGN=env:VALUE@nowhere.example",
  ]);
  const uses: string[] = [];
  secrets?.subscribe(({ name, to }) => uses.push(`${name} ${to}`));
  const mail = (name: string, more: object = {}) =>
    withMessageSecrets(
      { email: { server: { host: "mail.example", user: "bot", password_env: `secret:${name}`, ...more } } },
      env,
      secrets,
    );
  mail("START");
  mail("TLS", { secure: true });
  mail("TLS", { port: 465 });
  expect(() => mail("TLS")).toThrow("secret:TLS is not for mail.example:587");
  expect(() => mail("START", { secure: true })).toThrow("secret:START is not for mail.example:465");
  const hook = { name: "hook", kind: "webhook", url_env: "HOOK", secret_env: "secret:SIGN" } as const;
  withMessageSecrets({ channels: [hook] }, env, secrets);
  expect(uses).toEqual([
    "START mail.example:587",
    "TLS mail.example:465",
    "TLS mail.example:465",
    "SIGN signatures of hook",
  ]);
});

test("doctor says which secrets have a value, and shows none", async () => {
  const { put, env, settings } = place();
  put("config/holdall/secrets.yaml", "A: { env: VALUE, hosts: [a.example], servers: [notes] }\nB: { env: NONE }\n");
  const findings = await checkNamedSecrets({ ...settings, isNamed: false, ignored: [] }, ["C=env:NONE@c.example"], env);
  expect(findings).toMatchObject([
    { name: "secret:A", state: "works", text: "for a.example, the MCP server notes" },
    { name: "secret:B", state: "missing", text: "The secret B has no value: NONE is not set." },
    { name: "secret:C", state: "missing" },
  ]);
  expect(JSON.stringify(findings)).not.toContain(value);
});

test("the audit log names the secret and the host, and has no value", async () => {
  const { at, put, run } = place();
  const server = createServer((request, response) => void response.end(`You sent ${request.headers["x-key"]}`));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = put(
    "named.yaml",
    `web: { allow: [127.0.0.0/8] }\nsecrets: { KEY: { env: VALUE, hosts: ["${host}"] } }\n`,
  );
  const call = (input: object) =>
    run("call", "fetch_url", JSON.stringify(input), "--config", config, "--audit", at("audit.jsonl"), "--yes");
  const right = await call({ url: `http://${host}/`, headers: { "x-key": "secret:KEY" } });
  const refused = await call({ url: `https://a.example/?q=${encodeURIComponent(value)}` });
  const lines = readFileSync(at("audit.jsonl"), "utf8");
  expect(right.out).toContain("You sent [secret KEY]");
  expect(lines).toContain(`"type":"secret-use","secret":"KEY","to":"${host}"`);
  expect(lines).toContain("contains the value of a secret: KEY");
  expect(lines + right.out + right.errors + refused.out).not.toContain(value);
});
