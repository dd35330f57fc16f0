import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { openSecrets } from "@holdall/middleware/node";
import { bubblewrap, chooseSandbox, probeSandbox } from "@holdall/sandbox";
import { openSession } from "@holdall/tool-core";
import type { BashInput } from "@holdall/tools-shell";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
// By path: the certificate that the tests of its package use.
import { localhostCertificate } from "../../../tools-web/src/http/localhost-certificate.fixture.ts";
import { coding } from "../sets/coding.ts";

const value = "AKIA8fJ2mQx7Lw0ZrT4vNhPd";
const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-masks-")));
const home = realpathSync(mkdtempSync(join(homedir(), ".holdall-masks-")));
const got: { readonly host: string | undefined; readonly key: unknown; readonly signed: unknown }[] = [];
const server = createServer({ ...localhostCertificate }, (request, response) => {
  got.push({ host: request.headers.host, key: request.headers["x-key"], signed: request.headers.authorization });
  response.end("hello\n");
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;

const usual = getCACertificates("default");
beforeAll(() => setDefaultCACertificates([...usual, localhostCertificate.cert]));
const file = join(home, "key");
writeFileSync(file, "the-value-of-a-file-9d81c0\n");
const names = ["KEY", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"];
const secrets = openSecrets(
  {
    FILE: { file },
    ...Object.fromEntries(names.map((name) => [name, { env: name, hosts: [`localhost:${port}`] }])),
  },
  {
    env: { KEY: value, AWS_ACCESS_KEY_ID: "AKIDEXAMPLE0REAL0001", AWS_SECRET_ACCESS_KEY: "wJalrXUtnFEMI0REAL0K7MDENG" },
  },
);
const { sandbox } = await chooseSandbox({ roots: [root], namedSecrets: secrets });
const relay = (await probeSandbox(bubblewrap)).works ? bubblewrap({ roots: [root], namedSecrets: secrets }) : undefined;
/** A sandbox of the machine, and bubblewrap without the sandbox runtime. */
const sandboxes = [
  { by: sandbox.name, of: sandbox, lacks: sandbox.masksSecrets ? "" : " (skipped: no sandbox here can mask secrets)" },
  { by: "the relay of bubblewrap", of: relay, lacks: relay ? "" : " (skipped: bubblewrap does not work here)" },
];
afterAll(async () => {
  setDefaultCACertificates(usual);
  await (sandbox as Partial<AsyncDisposable>)[Symbol.asyncDispose]?.();
  server.close();
  for (const folder of [root, home]) rmSync(folder, { recursive: true });
});

test("variables of a command are judged as if it set them itself, and set inside the sandbox", async () => {
  const preset = coding({ root, secrets, shell: {} });
  await using session = openSession(preset.registry, preset);
  const judge = async (input: BashInput) => {
    const { effect, access } = await session.decide("bash", input);
    return [effect, ...access.map(({ action, target }) => `${action} ${target}`)].join("\n");
  };
  for (const [name, value] of Object.entries({
    PATH: "/evil",
    LD_PRELOAD: "/evil.so",
    BASH_ENV: "/evil",
    GIT_SSH: "/evil",
  })) {
    const asEnv = await judge({ command: "git status", env: { [name]: value } });
    expect(asEnv).toBe(await judge({ command: `export ${name}='${value}'; git status` }));
  }
  expect(await judge({ command: "ls", env: { PATH: "/evil" } })).not.toBe(await judge({ command: "ls" }));
});

describe.each(sandboxes)("commands with secrets, by $by $lacks", ({ of: sandbox, lacks }) => {
  const run = async (input: BashInput) => {
    const preset = coding({ root, secrets, shell: sandbox ? { sandbox } : {} });
    await using session = openSession(preset.registry, { ...preset, approve: () => true });
    const result = await session.call("bash", { permissions: "network", ...input });
    return { code: result.ok ? "ok" : result.error.code, text: JSON.stringify(result) };
  };
  const curl = "curl --noproxy '' -sS -m 10";

  // The name says why.
  test.skipIf(lacks)(
    "the process sees a stand-in, the host of the secret gets the value, and another host gets neither",
    async () => {
      const right = await run({
        command: `env | grep -c ${value.slice(0, 10)}; echo "$X"; ${curl} -H "x-key: $X" https://localhost:${port}`,
        env: { X: "secret:KEY" },
      });
      expect(right.text).toContain("0\\n[secret KEY]\\nhello");
      expect(got.splice(0)).toMatchObject([{ host: `localhost:${port}`, key: value }]);
      const wrong = await run({ command: `${curl} -H 'x-key: secret:KEY' https://127.0.0.1:${port}` });
      expect(wrong.text).toContain("secret:KEY is not for 127.0.0.1");
      expect(got).toEqual([]);
      expect(right.text + wrong.text).not.toContain(value);
    },
    30_000,
  );

  // The name says why.
  test.skipIf(lacks)(
    "nothing of this process's environment has the value afterwards, and the next shell has no stand-in",
    async () => {
      await run({ command: "echo $KEY" });
      expect(JSON.stringify(process.env)).not.toContain(value);
      const { text } = await run({ command: "echo -$KEY-; env | grep -ci secret", permissions: undefined });
      expect(text).toContain("--\\n0");
    },
    30_000,
  );

  // The name says why.
  test.skipIf(lacks)(
    "the file that a secret comes from cannot be read",
    async () => {
      const { text } = await run({ command: `cat ${file}; head -c 100 ${file}`, permissions: undefined });
      expect(text).not.toContain("[secret FILE]");
      expect(text).not.toContain("of-a-file");
    },
    30_000,
  );

  // The name says why; the relay of bubblewrap does not sign.
  test.skipIf(lacks || sandbox === relay)(
    "a request that is signed with a stand-in is signed again with the key of AWS",
    async () => {
      await run({
        command: `${curl} --aws-sigv4 aws:amz:us-east-1:s3 --user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" https://localhost:${port}/bucket`,
      });
      expect(got.splice(0).at(-1)?.signed).toMatch(/Credential=AKIDEXAMPLE0REAL0001\/.*Signature=[0-9a-f]{64}/);
    },
    30_000,
  );
});
