import { viewCall } from "@holdall/call-view";
import { expect, test } from "vitest";
import { columns } from "../text.ts";
import { renderCall } from "./call.ts";

const plain = { width: 60, colour: false };
const render = (tool: string, input: unknown, output: unknown, width = plain.width) =>
  renderCall(viewCall({ id: "1", tool, state: "success", input, output }), { ...plain, width });
const text = (lines: readonly string[]) => lines.map((line) => line.trim()).join(" ");

const research = {
  question: "When?",
  answer: [
    { text: "It opened in 1901.", cites: ["P1", "P2"], quotation: false },
    { text: "Forty rooms.", cites: ["P2"], quotation: true },
  ],
  findings: [
    { id: "P1", quote: "It opened in 1901.", source: 1 },
    { id: "P2", quote: "Forty rooms.", source: 2 },
  ],
  sources: [
    { n: 1, url: "https://a.example/x", title: "Museum" },
    { n: 2, url: "javascript:alert(1)", title: "City", copy: true },
  ],
  dropped: [{ text: "It is closed.", why: "It stands nowhere." }],
  gaps: ["One page did not answer."],
};

test("research: sentences with numbers, sources, what was dropped, what is missing", () => {
  const shown = text(render("research_topic", {}, research));
  expect(shown).toMatch(/^! research_topic/);
  for (const part of [
    "It opened in 1901. [1][2]",
    "“Forty rooms.” [2]",
    "[1] Museum  https://a.example/x",
    "[2] City (repeats another source)",
    "Dropped: It is closed. (It stands nowhere.)",
    "One page did not answer.",
  ])
    expect(shown).toContain(part);
  expect(shown).not.toContain("javascript:");
});

test("a check: the verdict first, passages with their stances", () => {
  const evidence = [{ stance: "refutes", quote: "It opened in 1902.", url: "https://a.example/", title: "A" }];
  const shown = text(render("fact_check", {}, { verdict: "refuted", judged_by: null, independent: 1, evidence }));
  expect(shown).toContain("refuted (1 independent source; no model took stances)");
  expect(shown).toContain("refutes: “It opened in 1902.” [1]");
});

test("prices: with currency and time, or the words that they are unknown; old ones and those without a price are told", () => {
  const source = { name: "samples", fetched_at: "2026-01-01T12:00:00Z", terms: "Samples only." };
  const quotes = [
    { symbol: "A", price: "1.50", currency: "EUR", as_of: "2026-01-01T11:00:00Z", delay: "realtime", source },
    { symbol: "B", price: "2", currency: null, as_of: null, old: true, source, notes: ["No time."] },
  ];
  const shown = text(render("stock_quote", {}, { quotes, missing: [{ asked: "C", error: "Unknown." }] }, 100));
  for (const part of [
    "A · 1.50 EUR · as of 2026-01-01T11:00:00Z, 1 hour old · real time",
    "Old: B · 2 (currency unknown) · time unknown · delay unknown",
    "No price of C: Unknown.",
    "No time. Source: Samples only.",
  ])
    expect(shown).toContain(part);
});

test("mails: every recipient with its warnings, however many there are, and no row wider than the screen", () => {
  const recipients = [...Array(40)].map((_, at) => ({
    ...{ address: `person-${at}@${"long-".repeat(8)}example.com`, as: "bcc", known: "untrusted" },
  }));
  const output = {
    draft_id: "d_1",
    subject: "S",
    preview: "a\n".repeat(20),
    recipients,
    sha256: "f".repeat(64),
    bytes: 9,
  };
  const lines = render("compose_email", {}, output);
  const shown = text(lines);
  for (const { address } of recipients) expect(shown.replaceAll(" ", "")).toContain(address);
  expect(shown.match(/Not named/g)?.length).toBe(40);
  expect(shown).toContain("… 12 more rows");
  for (const line of lines) expect(columns(line)).toBeLessThanOrEqual(60);
});
