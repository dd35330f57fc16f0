import type { Secrets } from "@holdall/tool-kit/secrets";
import { describe, expect, it } from "vitest";
import { secretsOf } from "./_secrets.fixture.ts";
import { gateOf, maskSecrets } from "./mask-secrets.ts";

const standIn = "stand-in-8fJ2mQx7Lw0ZrT4v";

describe("a secret that cannot be read", () => {
  it("leaves no other one in the environment of this process", async () => {
    const { credentials } = maskSecrets(secretsOf({ GOOD: "value-3kPz9Vb1Yd6HsN5c", BAD: undefined }), ["GOOD", "BAD"]);
    expect(credentials).toThrow("BAD has no value");
    await Promise.resolve();
    expect(Object.keys(process.env).filter((name) => name.startsWith("HOLDALL_SECRET_"))).toEqual([]);
  });
});

describe("a body that is not looked through to its end", () => {
  const judge = async (secrets: Secrets, body: BodyInit, port: number, host = "api.example") => {
    const request = new Request(`https://${host}:${port}/`, { method: "POST", body, duplex: "half" } as RequestInit);
    const info = { target: { host, port }, scheme: "https" };
    const { filterRequest } = gateOf(secrets);
    return filterRequest?.(request, info as Parameters<NonNullable<typeof filterRequest>>[1]);
  };
  const secrets = secretsOf({ KEY: "value-3kPz9Vb1Yd6HsN5c" }, ["api.example:8443", "*.example.org:8443"]);
  secrets.addStandIn("KEY", standIn);
  /** The stand-in comes after what is looked through. */
  const long = () =>
    new ReadableStream({
      start(controller) {
        const encoder = new TextEncoder();
        for (let at = 0; at < 32; at++) controller.enqueue(encoder.encode("x".repeat(65_536)));
        controller.enqueue(encoder.encode(standIn));
        controller.close();
      },
    });

  it.each(["api.example", "www.example.org"])("is kept from the other ports of %s", async (host) => {
    const denied = { action: "deny", reason: expect.stringContaining(`secret:KEY is not for ${host}:9443`) };
    expect(await judge(secrets, long(), 9443, host)).toMatchObject(denied);
    expect(await judge(secrets, "short", 9443, host)).toEqual({ action: "allow" });
    expect(await judge(secrets, long(), 8443, host)).toEqual({ action: "allow" });
  });

  it("is kept from them also when it is slow", async () => {
    const slow = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("x")) });
    expect(await judge(secrets, slow, 9443)).toMatchObject({ action: "deny" });
  });

  it("goes to other hosts, where nothing is put in", async () => {
    expect(await judge(secrets, long(), 9443, "other.example")).toEqual({ action: "allow" });
  });
});
