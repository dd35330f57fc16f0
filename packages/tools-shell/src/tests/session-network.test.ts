import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { bubblewrap } from "@holdall/sandbox";
import { sessionNetworkOf } from "@holdall/sandbox/port";
import type { Session } from "@holdall/tool-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { openShell, tempFolder } from "./_session.fixture.ts";

const works = spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "true"]).status === 0;

function open() {
  const folder = tempFolder();
  return openShell({ sandbox: bubblewrap({ roots: [folder] }) }, undefined, folder);
}

/** A server that answers with a text, and says which port it has. */
const serving = (text: string) =>
  `node -e 'const s=require("http").createServer((_,r)=>r.end("${text}")).listen(0,"127.0.0.1",()=>require("fs").writeFileSync("port",String(s.address().port)))'`;

const waiting = "until [ -s port ]; do sleep 0.05; done; curl -sS 127.0.0.1:$(cat port)";

const networkOf = (session: Session) => sessionNetworkOf(session).opened;

// It is what bubblewrap makes.
describe.skipIf(!works)("one network per session", () => {
  test("what one command serves is reached by the others, in the background or not", async () => {
    const { run } = open();
    await run(serving("from a task"), { run_in_background: true });
    expect((await run(waiting)).output).toBe("from a task");
    expect((await run(waiting, { fresh: true })).output).toBe("from a task");
    await run("rm port");
    await run(`${serving("left running")} &`);
    expect((await run(waiting)).output).toBe("left running");
  });

  test("another session, and this machine, do not reach it; nor does it reach this machine", async () => {
    const [one, other] = [open(), open()];
    await one.run(serving("mine"), { run_in_background: true });
    const port = Number((await one.run("until [ -s port ]; do sleep 0.05; done; cat port")).output);
    const silent = await other.run(`curl -s 127.0.0.1:${port}`);
    expect(silent).toMatchObject({ exit_code: 7, notes: [expect.stringContaining("127.0.0.1, and nothing else")] });
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
    const server = createServer((_, response) => response.end("the machine's")).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const own = (server.address() as AddressInfo).port;
    const { exit_code, output } = await one.run(`curl -sS 127.0.0.1:${own}; curl -sS -m 2 http://192.0.2.1`);
    expect(exit_code).not.toBe(0);
    expect(output).not.toContain("the machine's");
  });

  test("a program outside connects to a port that a command opened, and sees which are open", async () => {
    const { run, session } = open();
    await run(serving("inside"), { run_in_background: true });
    const port = Number((await run("until [ -s port ]; do sleep 0.05; done; cat port")).output);
    const network = networkOf(session);
    expect([network?.listens(port), network?.listens(port + 1)]).toEqual([true, false]);
    const stream = network!.connect(port) as Duplex;
    stream.write("GET / HTTP/1.0\r\n\r\n");
    let answer = "";
    for await (const chunk of stream) answer += chunk;
    expect(answer).toContain("inside");
  });

  test("it ends with its session", async () => {
    const { run, session } = open();
    await run("true");
    const network = networkOf(session);
    expect(network?.isOpen).toBe(true);
    await session.close();
    expect(network?.isOpen).toBe(false);
  });
});
