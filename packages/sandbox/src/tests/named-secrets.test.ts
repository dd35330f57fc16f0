import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { homedir } from "node:os";
import { join } from "node:path";
import { openSecrets } from "@holdall/middleware/node";
import { describe, expect, it, onTestFinished } from "vitest";
// By path: the certificate that the tests of its package use.
import { localhostCertificate } from "../../../tools-web/src/http/localhost-certificate.fixture.ts";
import { listen, trustLocalhost } from "../relay/_proxy.fixture.ts";
import { findCandidates } from "./_candidates.fixture.ts";
import { runWith, workspace } from "./_run.fixture.ts";

const candidates = (await findCandidates()).filter(({ level }) => level === "network");
const isMac = process.platform === "darwin" ? " (skipped: nothing is masked on macOS)" : "";
const value = "value-3kPz9Vb1Yd6HsN5c";

trustLocalhost();

// The probe says why the sandbox does not work here.
describe.each(candidates)("in $name $lacks", ({ open, lacks, name }) => {
  const skipped = lacks || isMac;

  async function set() {
    const space = workspace();
    const elsewhere = realpathSync(mkdtempSync(join(homedir(), ".holdall-test-")));
    onTestFinished(() => {
      rmSync(elsewhere, { recursive: true, force: true });
      space.remove();
    });
    const got: string[] = [];
    const server = createServer({ ...localhostCertificate }, (request, response) => {
      got.push(String(request.headers["x-key"]));
      response.end(`hello ${request.headers["x-key"]}\n`);
    });
    const port = await listen(server);
    const file = join(elsewhere, "key");
    writeFileSync(file, value);
    const secrets = openSecrets({ KEY: { file, hosts: [`localhost:${port}`] } });
    const sandbox = await open({ roots: [space.root], namedSecrets: secrets });
    onTestFinished(() => sandbox[Symbol.asyncDispose]());
    const run = (script: string, more: object = {}) =>
      runWith(sandbox, (standIns) => script.replaceAll("KEY", standIns.KEY ?? ""), {
        ...{ cwd: space.root, level: "network" as const, secretNames: ["KEY"] },
        ...{ domains: [`localhost:${port}`, `127.0.0.1:${port}`], ...more },
      });
    return { elsewhere, file, got, port, run, sandbox, url: `https://localhost:${port}/` };
  }

  // The probe says why the sandbox does not work here.
  it.skipIf(skipped).each(["default", "network"] as const)(
    "hides the files of their values, at the level %s",
    async (level) => {
      const { elsewhere, file, run } = await set();
      writeFileSync(join(elsewhere, "other"), "readable");
      const { out } = await run(`cat ${join(elsewhere, "other")} ${file}`, { level, secretNames: [] });
      expect(out.trim()).toBe("readable");
    },
  );

  // The probe says why the sandbox does not work here.
  it.skipIf(skipped)(
    "puts the value in for its host alone, and no program sees it",
    async () => {
      const { got, port, run, sandbox, url } = await set();
      expect([sandbox.masksSecrets, sandbox.confines("network")]).toEqual([true, true]);
      const curl = "curl --noproxy '' -sS -m 10";
      const right = await run(`${curl} -H 'x-key: KEY' ${url}; env`);
      expect(got.splice(0)).toEqual([value]);
      expect(right.out).toContain("hello");
      if (name === "bubblewrap") expect(right.out).not.toContain(value);
      const wrong = await run(`${curl} -H 'x-key: KEY' https://127.0.0.1:${port}/`);
      expect(wrong.out).toContain("secret:KEY is not for 127.0.0.1");
      await run(`curl --noproxy '*' -sS -k -m 3 -H 'x-key: KEY' ${url}`);
      expect(got).toEqual([]);
      await expect(run("true", { level: "default" })).rejects.toMatchObject({ code: "unavailable" });
    },
    60_000,
  );

  // The runtime does not tell Node of its proxy.
  const node = name === "bubblewrap" ? process.execPath : undefined;
  // The probe says why the sandbox does not work here.
  it.skipIf(skipped).each([
    [
      "node",
      `${node ?? "absent"} -e 'fetch(process.argv[1], { headers: { "x-key": "KEY" } }).then((a) => a.text()).then(console.log)' URL`,
    ],
    [
      "python3",
      `python3 -c 'import urllib.request as u; print(u.urlopen(u.Request("URL", headers={"x-key": "KEY"})).read().decode())'`,
    ],
    ["git", `git -c http.extraHeader='x-key: KEY' ls-remote URL; echo hello`],
  ])(
    "programs find the way and trust it: %s",
    async (program, command) => {
      const { got, run, url } = await set();
      // What leads to loopback would not take the proxy.
      const { out, errors } = await run(
        `unset no_proxy NO_PROXY; command -v ${program === "node" ? (node ?? "absent") : program} >/dev/null || echo absent; ${command.replace("URL", url)}`,
        {
          readable: [],
          env: { PATH: process.env.PATH ?? "" },
        },
      );
      if (out.startsWith("absent")) return;
      expect([got.at(-1), errors.includes("certificate")]).toEqual([value, false]);
      expect(out).toContain("hello");
    },
    60_000,
  );
});
