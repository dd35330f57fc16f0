// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are variables of configurations

import { describe, expect, it } from "vitest";
import { parseMcpJson, parseMcpServers } from "./parse-servers.ts";

const options = {
  source: "holdall.config.yaml",
  from: "/home/me/app",
  env: { TOKEN: "t", EMPTY: "", NESTED: "${TOKEN}" },
};
const parse = (value: unknown) => parseMcpServers(value, options);

describe("mcp_servers", () => {
  it("name a command or a url", () => {
    const { servers } = parse({
      files: { command: "npx", args: ["-y", "files"], env: { KEY: "${TOKEN}" }, cwd: "sub", allowed_tools: ["read*"] },
      web: {
        url: "https://host/${TOKEN}/mcp",
        headers: { Authorization: "Bearer ${TOKEN}" },
        defer: false,
        timeout: 5,
      },
      old: { type: "sse", url: "http://localhost:3000/sse", enabled: false },
    });
    expect(servers).toMatchObject([
      {
        name: "files",
        place: { kind: "stdio", command: "npx", args: ["-y", "files"], env: { KEY: "t" }, cwd: "/home/me/app/sub" },
        enabled: true,
        allowedTools: ["read*"],
        defer: true,
        trustAnnotations: false,
        protocol: "auto",
      },
      {
        place: { kind: "http", url: "https://host/t/mcp", headers: { Authorization: "Bearer t" } },
        defer: false,
        timeout: 5,
      },
      { place: { kind: "sse" }, enabled: false },
    ]);
  });

  it("know variables as users of .mcp.json do, and expand a value once", () => {
    const args = ["${NESTED}", "${GONE:-x}", "${EMPTY:-y}", "${EMPTY}", "$TOKEN", "a${TOKEN}b"];
    const [server] = parse({ a: { command: "c", args } }).servers;
    expect(server?.place).toMatchObject({ args: ["${TOKEN}", "x", "y", "", "$TOKEN", "atb"] });
  });

  it("are refused with everything that is wrong, and without values", () => {
    const wrong = {
      both: { command: "c", url: "https://x" },
      none: {},
      scheme: { url: "file:///etc/passwd" },
      secret: { url: "https://me:hunter2@host/mcp" },
      gone: { command: "c", env: { A: "${GONE}" } },
      typo: { command: "c", arg: ["x"] },
      type: { command: 5 },
    };
    expect(() => parse(wrong)).toThrow(
      expect.objectContaining({
        code: "invalid_input",
        data: {
          problems: [
            "mcp_servers.both: set either a command or a url",
            "mcp_servers.none: set either a command or a url",
            "mcp_servers.scheme: url is not an http or https address",
            "mcp_servers.secret: url contains a user name or password; put them into headers",
            "mcp_servers.gone: the environment variable GONE is not set (write ${GONE:-default} for one)",
            "mcp_servers.typo.arg: there is no such key; did you mean args?",
            expect.stringMatching(/^mcp_servers\.type\.command: /),
          ],
        },
      }),
    );
    expect(() => parse(wrong)).toThrow(expect.not.stringContaining("hunter2"));
    expect(() => parse([])).toThrow("mcp_servers is not an object of servers");
  });

  it("do not need the variables of a server that is switched off", () => {
    expect(parse({ a: { command: "${GONE}", enabled: false } }).servers).toMatchObject([{ enabled: false }]);
  });
});

describe(".mcp.json", () => {
  const json = (value: unknown) => parseMcpJson(JSON.stringify(value), { ...options, source: ".mcp.json" });

  it("is read as others write it; what they add is noted", () => {
    const { servers, notes } = json({
      mcpServers: {
        a: { command: "c", disabled: true, autoApprove: ["x"] },
        b: { type: "streamable-http", url: "https://x/mcp" },
      },
    });
    expect(servers).toMatchObject([{ enabled: false }, { enabled: true, place: { kind: "http" } }]);
    expect(notes).toEqual([".mcp.json: mcpServers.a.autoApprove: there is no such key"]);
  });

  it("is taken as VS Code writes it", () => {
    const { servers } = json({ servers: { a: { type: "stdio", command: "c", args: ["${env:TOKEN}"] } }, inputs: [] });
    expect(servers).toMatchObject([{ name: "a", place: { command: "c", args: ["t"] } }]);
  });

  it("is refused when it is something else", () => {
    expect(() => parseMcpJson('{\n  "a" 1}', options)).toThrow("it is not JSON: line 2, column 7");
    expect(() => json({ programs: {} })).toThrow('it has no "mcpServers" and no "servers"');
  });
});
