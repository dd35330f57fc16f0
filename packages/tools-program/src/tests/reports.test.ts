import { describe, expect, test } from "vitest";
import { open } from "../_session.fixture.ts";

/** Inputs after public reports about other tools and about libraries that are used here. */

describe("errors that nobody awaits", () => {
  test.each([
    ["async function main() { throw new TypeError('lost') }\nmain();\nconsole.log('done')"],
    ["async function main() { await null; throw new TypeError('lost') }\nmain(); return 1"],
    ["async function main() { await tools.read_file({ path: '/a' }); throw new TypeError('lost') }\nmain(); return 1"],
    ["[1].forEach(async () => { throw new TypeError('lost') });\n1"],
    ["[1].forEach(async () => { await tools.read_file({ path: '/a' }); throw new TypeError('lost') });\n1"],
    ["new Map([[1, 2]]).forEach(async () => { throw new TypeError('lost') });\n1"],
    ["async function main() { throw new TypeError('lost') }\nmain().then(() => 1);\nreturn 1"],
    ["(async () => { throw new TypeError('lost') })();\nreturn 1"],
    ["(async () => { await tools.read_file({ path: '/a' }); throw new TypeError('lost') })()\n1"],
    ["(async function () { throw new TypeError('lost') })();\nreturn 1"],
    ["void async function main() { throw new TypeError('lost') }();\nreturn 1"],
    ["!async function () { throw new TypeError('lost') }();\nreturn 1"],
    ["const main = async () => { throw new TypeError('lost') }\nmain();\nreturn 1"],
    ["const fail = () => { throw new TypeError('lost') }\nconst main = async () => fail()\nmain()\nreturn 1"],
    ["const fail = async (n) => { throw new TypeError('lost') };\n[1, 2].map(async n => await fail(n));\nreturn 1"],
    ["const a = { run: async function () { throw new TypeError('lost') } };\na.run();\nreturn 1"],
    ["const a = { run: async (x = ')') => { `)`; /[/}]/; throw new TypeError('lost') } };\na.run();\nreturn 1"],
    ["for (const n of [1]) (async () => { throw new TypeError('lost') })();\nreturn 1"],
    ["Promise.reject(new TypeError('lost'));\nreturn 1"],
    ["new Promise((_, no) => no(new TypeError('lost')));\nreturn 1"],
    ["Promise.resolve(1).then(() => { throw new TypeError('lost') });\nreturn 1"],
    ["Promise.all([1, Promise.reject(new TypeError('lost'))]);\nreturn 1"],
  ])("%s", async (code) => {
    const { status, error } = await open({ "/a": "1" }).run(code);
    expect(status).toBe("failed");
    expect(error?.message).toBe("TypeError: lost");
    expect(error?.hint).toMatch(/Put await before it/);
  });

  test.each([
    ["async function main() { throw 1 }\ntry { await main() } catch {}\nreturn 2"],
    ["async function main() { throw 1 }\nmain().catch(() => 0);\nreturn 2"],
    ["async function main() { throw 1 }\nawait Promise.allSettled([main(), main()]);\nreturn 2"],
    ["async function main() { throw 1 }\nconst late = main();\ntry { await late } catch {}\nreturn 2"],
    ["async function main() { return 2 }\nreturn await main()"],
    ["await (async () => { throw 1 })().catch(() => 0);\nreturn 2"],
    ["const main = async () => { throw 1 }\ntry { await main() } catch {}\nreturn 2"],
    ["await Promise.all([1, 2].map(async (n) => { throw n })).catch(() => 0);\nreturn 2"],
    ["const f = async (n) => n\nconst g = async n => (await f(n)) + 1\nreturn await g(1)"],
    ["const o = { async: 1, f: async () => 1 }\nlet async = o.async\nasync = async + await o.f()\nreturn async"],
    ["const texts = ['async () => {', `async (x) => {`, /async () => {/.source]\nreturn texts.length - 1"],
    ["const f = async () => 1\n;[2].map(async (n) => n)\nreturn 1 + await f()"],
    ["async () => 2"],
    ["async function main() { return 2 }\nmain()"],
    ["try { await tools.read_file({ path: '/none' }) } catch {}\nreturn 2"],
    ["await tools.read_file({ path: '/none' }).catch(() => 0);\nreturn 2"],
    ["let sum = 0;\n[1, 1].forEach((n) => { sum += n });\nreturn sum"],
    ["const late = Promise.reject(1);\nawait 1;\nawait late.catch(() => 0);\nreturn 2"],
    ["const r = await Promise.allSettled([Promise.reject(1), 2]);\nreturn r.length"],
    ["return await Promise.race([Promise.resolve(2), new Promise(() => {})])"],
    [
      "class Q extends Promise {}\nconst q = Q.resolve(2);\nreturn q instanceof Q && new Promise(() => {}) instanceof Promise && (await q)",
    ],
    ["const { promise, resolve } = Promise.withResolvers();\nresolve(2);\nreturn await promise"],
  ])("%s is no error", async (code) => {
    const { status, value } = await open({ "/a": "1" }).run(code);
    expect([status, value]).toEqual(["done", 2]);
  });
});

describe("what programs elsewhere have", () => {
  test.each([
    ["new URL('../b?x=1&y=a%20b#h', 'https://me:pw@e.org:8080/a/c').href", "https://me:pw@e.org:8080/b?x=1&y=a%20b#h"],
    [
      "const u = new URL('https://e.org/'); u.searchParams.set('q', 'ä b&c'); return String(u)",
      "https://e.org/?q=%C3%A4+b%26c",
    ],
    ["const u = new URL('https://e.org/a'); u.pathname = '/x y'; return u.pathname + u.origin", "/x%20yhttps://e.org"],
    ["URL.canParse('nonsense')", false],
    ["[...new URLSearchParams('?a=1&a=2&b=%C3%A4+x')].flat().join()", "a,1,a,2,b,ä x"],
    ["new URLSearchParams({ a: '1 2', b: \"it's\" }).toString()", "a=1+2&b=it%27s"],
    ["[...new TextEncoder().encode('aä漢😀')].join()", [...new TextEncoder().encode("aä漢😀")].join()],
    ["new TextDecoder().decode(new TextEncoder().encode('aä漢😀'))", "aä漢😀"],
    ["new TextDecoder().decode(Uint8Array.of(0x61, 0xff, 0xe6, 0xbc, 0x62))", "a\ufffd\ufffdb"],
    ["btoa('h\\u00e9llo') + atob('aGk=')", `${btoa("h\u00e9llo")}hi`],
    [
      "const a = { d: new Date(5), m: new Map([[1, { x: 1 }]]) }; a.self = a; const b = structuredClone(a); return [b.d.getTime(), b.m.get(1).x, b.self === b, b !== a]",
      [5, 1, true, true],
    ],
    ["let n = 0; queueMicrotask(() => { n = 1 }); await null; return n", 1],
  ])("%s", async (code, expected) => {
    expect(await open().run(code)).toMatchObject({ status: "done", value: expected });
  });

  test.each([
    ["new Intl.NumberFormat('de')", /toFixed/],
    ["crypto.randomUUID()", /TextEncoder/],
    ["new URL('nonsense')", undefined],
  ])("%s says what to use", async (code, next) => {
    const { status, error } = await open().run(code);
    expect(status).toBe("failed");
    if (next) expect(error?.hint).toMatch(next);
    else expect(error?.message).toBe("TypeError: Invalid URL: nonsense");
  });
});
