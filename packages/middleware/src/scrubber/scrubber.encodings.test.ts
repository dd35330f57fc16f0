import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { createScrubber } from "./scrubber.ts";

const value = `s3cr3t/Va+lue&9=$Z'q"\\w<5>`;
const scrubber = createScrubber({ secrets: { DEPLOY_KEY: value }, patterns: false });
const bytes = Buffer.from(value);

const entities = (text: string, write: (char: string) => string) => text.replace(/[^\w]/g, write);
const code = (char: string, base: number) => (char.codePointAt(0) ?? 0).toString(base);
const chunks = (text: string, size: number) => text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
const pairs = chunks(bytes.toString("hex"), 2);
const words = chunks(Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)]).toString("hex"), 4);
const visible = (part: Buffer) => part.toString("latin1").replace(/[^\x20-\x7e]/g, ".");

/** Lines of a dump as these programs print them, with bytes in front. */
function dump(front: string, line: (offset: number, row: Buffer) => string): string {
  const all = Buffer.concat([Buffer.from(front), bytes]);
  const rows = Array.from({ length: Math.ceil(all.length / 16) }, (_, i) => all.subarray(i * 16, i * 16 + 16));
  return rows.map((row, i) => line(i * 16, row)).join("\n");
}
const hexOf = (row: Buffer, size: number) => chunks(row.toString("hex"), size * 2);
const swapped = (group: string) => chunks(group, 2).reverse().join("");
const number = (offset: number, base: number, width: number) => offset.toString(base).padStart(width, "0");

/** Parts of the text that would tell the value, in the encoding at hand. */
const tells = (out: string, parts: readonly string[]) => parts.filter((part) => part.length >= 4 && out.includes(part));

describe("however it is written, a known value is hidden", () => {
  it.each<[string, string, (readonly string[])?]>([
    ["JSON twice", JSON.stringify(JSON.stringify({ value }))],
    ["JSON of a JSON line in a log", JSON.stringify({ msg: JSON.stringify({ msg: JSON.stringify(value) }) })],
    [
      "named entities",
      value
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replaceAll('"', "&quot;")
        .replaceAll("'", "&apos;"),
    ],
    ["decimal entities of every sign", entities(value, (char) => `&#${code(char, 10)};`)],
    ["hexadecimal entities of every character", [...value].map((char) => `&#x${code(char, 16)};`).join("")],
    ["HTML twice", value.replaceAll("&", "&amp;amp;").replaceAll("<", "&amp;lt;").replaceAll(">", "&amp;gt;")],
    ["percent signs twice", encodeURIComponent(encodeURIComponent(value))],
    ["every byte as percent", pairs.map((pair) => `%${pair}`).join("")],
    ["\\u escapes", [...value].map((char) => `\\u${code(char, 16).padStart(4, "0")}`).join("")],
    ["\\x escapes", pairs.map((pair) => `\\x${pair}`).join("")],
    ["octal escapes", [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")],
    ["backslashes of printf %q", value.replace(/[^\w/+=]/g, "\\$&")],
    ["single quotes of a shell", `'${value.replaceAll("'", "'\\''")}'`],
    ["double quotes of a shell", `"${value.replace(/["\\$`]/g, "\\$&")}"`],
    ["colors", `\x1b[1;31m${value.slice(0, 6)}\x1b[0m${value.slice(6)}`],
    ["blanks between all characters", [...value].join(" ")],
    [
      "lines of cat -n",
      chunks(value, 7)
        .map((line, i) => `${String(i + 1).padStart(6)}\t${line}`)
        .join("\n"),
    ],
    [
      "lines of read_file",
      chunks(value, 7)
        .map((line, i) => `${String(i + 98).padStart(4)}  ${line}`)
        .join("\n"),
    ],
    [
      "rows of grep -n",
      chunks(value, 8)
        .map((line, i) => `src/app.env:${i + 12}:${line}`)
        .join("\r\n"),
    ],
    [
      "lines of a diff",
      chunks(value, 8)
        .map((line) => `+${line}`)
        .join("\n"),
    ],
    [
      "lines of an edit's answer",
      chunks(value, 8)
        .map((line, i) => `${i + 7} + ${line}`)
        .join("\n"),
    ],
    [
      "base64 in numbered lines",
      chunks(bytes.toString("base64"), 12)
        .map((line, i) => `${i + 1}\t${line}`)
        .join("\n"),
      chunks(bytes.toString("base64"), 12),
    ],
    ["bytes of a Buffer in JSON", JSON.stringify({ data: bytes }), [[...bytes].join(",")]],
    ["a list of bytes", JSON.stringify([...bytes], null, 2), [[...bytes].slice(2, 9).join(",\n  ")]],
    ["a fingerprint", pairs.join(":"), [pairs.slice(2, 6).join(":")]],
    ["xxd -p", chunks(bytes.toString("hex"), 20).join("\n"), chunks(bytes.toString("hex"), 20)],
    [
      "xxd -i",
      `  ${pairs
        .slice(0, 12)
        .map((pair) => `0x${pair}`)
        .join(", ")},\n  ${pairs
        .slice(12)
        .map((pair) => `0x${pair}`)
        .join(", ")}`,
      [`0x${pairs[4]}, 0x${pairs[5]}`],
    ],
    [
      "od -An -tx1",
      chunks(bytes.toString("hex"), 32)
        .map((line) => ` ${chunks(line, 2).join(" ")}`)
        .join("\n"),
      [pairs.slice(2, 6).join(" ")],
    ],
    [
      "xxd",
      dump("key: ", (at, row) => `${number(at, 16, 8)}: ${hexOf(row, 2).join(" ").padEnd(39)}  ${visible(row)}`),
      [value.slice(4, 9), words.slice(4, 6).join(" ")],
    ],
    [
      "xxd -c 16 -g 1",
      dump("key=", (at, row) => `${number(at, 16, 8)}: ${hexOf(row, 1).join(" ").padEnd(47)}  ${visible(row)}`),
      [value.slice(4, 9), pairs.slice(4, 8).join(" ")],
    ],
    [
      "hexdump -C",
      dump(
        "key: ",
        (at, row) =>
          `${number(at, 16, 8)}  ${hexOf(row.subarray(0, 8), 1).join(" ").padEnd(23)}  ${hexOf(row.subarray(8), 1).join(" ").padEnd(23)}  |${visible(row)}|`,
      ),
      [value.slice(3, 8), pairs.slice(4, 8).join(" ")],
    ],
    [
      "hexdump",
      dump("key:", (at, row) => `${number(at, 16, 7)} ${hexOf(row, 2).map(swapped).join(" ")}`),
      [words.slice(2, 4).map(swapped).join(" ")],
    ],
    [
      "od",
      dump(
        "key:",
        (at, row) =>
          `${number(at, 8, 7)} ${hexOf(row, 2)
            .map((group) => number(Number.parseInt(swapped(group.padEnd(4, "0")), 16), 8, 6))
            .join(" ")}`,
      ),
      [
        words
          .slice(2, 4)
          .map((group) => number(Number.parseInt(swapped(group), 16), 8, 6))
          .join(" "),
      ],
    ],
    [
      "od -tx4",
      dump("key:", (at, row) => `${number(at, 8, 7)} ${hexOf(row, 4).map(swapped).join(" ")}`),
      [swapped(words.slice(2, 4).join(""))],
    ],
    [
      "od -c",
      dump("key:", (at, row) => `${number(at, 8, 7)} ${[...visible(row)].map((char) => char.padStart(3)).join(" ")}`),
      [[...value.slice(3, 7)].join("   ")],
    ],
  ])("%s", (_, written, parts) => {
    const out = scrubber.text(`before\n${written}\nafter`);
    expect(out).toContain("[secret DEPLOY_KEY]");
    expect(tells(out, parts ?? [value.slice(0, 8), value.slice(4, 12)])).toEqual([]);
    if (parts) expect(tells(written, parts)).not.toEqual([]);
  });

  it("whatever it is, and however it is written", () => {
    const writings: ((text: string) => string)[] = [
      (text) => JSON.stringify(JSON.stringify(text)),
      (text) => [...text].map((char) => `&#${code(char, 10)};`).join(""),
      (text) => encodeURIComponent(encodeURIComponent(text)),
      (text) => `'${text.replaceAll("'", "'\\''")}'`,
      (text) =>
        chunks(text, 5)
          .map((line, i) => `  ${i + 1}\t${line}`)
          .join("\n"),
      (text) =>
        chunks(Buffer.from(`ab${text}`).toString("base64"), 9)
          .map((line, i) => `x.env:${i + 1}:${line}`)
          .join("\n"),
    ];
    const printable = fc.string({
      unit: fc.integer({ min: 33, max: 126 }).map((at) => String.fromCharCode(at)),
      minLength: 16,
      maxLength: 40,
    });
    fc.assert(
      fc.property(printable, fc.constantFrom(...writings), fc.lorem(), (secret, write, text) => {
        fc.pre(
          !/^[\d:|+<>#*/-]|[\\'"`%&]$|&#|%[\da-f]{2}|\\[nrtux\d]/i.test(secret) &&
            secret.replace(/[\\'"`]/g, "").length >= 12,
        );
        const out = createScrubber({ secrets: { KEY: secret }, patterns: false }).text(`${text}\n${write(secret)}\n`);
        expect(out).toContain("[secret KEY]");
      }),
      { numRuns: Number(process.env.HOLDALL_SECRET_RUNS ?? 200) },
    );
  });

  it("as a password of a connection string, which is found alone, and as it is meant", () => {
    const { text } = createScrubber({
      secrets: {
        DATABASE_URL: "postgres://app:p4ss%40w0rd@db.internal/app",
        GO_DSN: "app:g0-passw0rd@tcp(db)/app",
        MSSQL: "Server=db;User Id=app;Password=ms;sql9-x;Encrypt=true",
      },
      patterns: false,
    });
    expect(text("at postgres://app:p4ss%40w0rd@db.internal/app")).toBe("at [secret DATABASE_URL]");
    expect(text("PGPASSWORD=p4ss@w0rd, p4ss%40w0rd")).toBe(
      "PGPASSWORD=[secret DATABASE_URL password], [secret DATABASE_URL password]",
    );
    expect(text("mysql -pg0-passw0rd")).toBe("mysql -p[secret GO_DSN password]");
  });

  it("in every part of a stream, wherever it is cut", () => {
    const whole = `x ${JSON.stringify(JSON.stringify(value))} ${chunks(value, 7)
      .map((line, i) => `${i + 1}\t${line}`)
      .join("\n")}\nend `.repeat(3);
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length), { maxLength: 9 }), (cuts) => {
        const { push, flush } = scrubber.stream();
        const places = [0, ...cuts.sort((a, b) => a - b), whole.length];
        const pieces = places.slice(1).map((end, i) => push(whole.slice(places[i], end)));
        expect(pieces.join("") + flush()).toBe(scrubber.text(whole));
      }),
    );
  });
});

test("known values are found in time linear in the text", () => {
  for (const evil of [
    "\\".repeat(400_000),
    "&amp;".repeat(80_000),
    "%25".repeat(120_000),
    "\n".repeat(300_000),
    `\n${" ".repeat(300_000)}`,
    "00000000: 7333 6372  s3cr\n".repeat(12_000),
    value.slice(0, -1).repeat(12_000),
  ]) {
    const started = process.cpuUsage();
    scrubber.text(evil);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000, evil.slice(0, 20)).toBeLessThan(2_000);
  }
});
