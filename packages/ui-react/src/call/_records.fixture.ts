import { type CallView, type RunView, viewPart, viewRun } from "@holdall/call-view";

const part = (tool: string, input: object, output: object, id = tool): CallView =>
  viewPart({ toolCallId: id, type: `tool-${tool}`, state: "output-available", input, output });

const fetched = { fetched_at: "2026-11-20T21:00:00Z", sha256: "0".repeat(64), copy: false };

/** Answers with sources: one of research, with a sentence that was dropped, and one of a check that has sources on both sides. */
export const research: readonly CallView[] = [
  part(
    "research_topic",
    { question: "When was the harbor bridge opened?" },
    {
      question: "When was the harbor bridge opened?",
      answer: [
        { text: "The harbor bridge was opened on 4 May 1931.", cites: ["P1", "P2"], quotation: false },
        { text: "It carries two lanes and a tram line.", cites: ["P3"], quotation: false },
        { text: "The bridge was painted green in 1958, and grey again in 1974.", cites: ["P4"], quotation: true },
      ],
      findings: [
        { id: "P1", quote: "The harbor bridge was opened on 4 May 1931.", source: 1 },
        { id: "P2", quote: "On the day it was opened, 4 May 1931, forty thousand people crossed it.", source: 2 },
        { id: "P3", quote: "It carries two lanes and a tram line.", source: 1 },
        { id: "P4", quote: "The bridge was painted green in 1958, and grey again in 1974.", source: 2 },
      ],
      sources: [
        {
          n: 1,
          url: "https://bridges.example.org/harbor",
          title: "The harbor bridge",
          published: "2024-03-02",
          ...fetched,
        },
        { n: 2, url: "https://city.example.net/history/1931", title: "The city in 1931", published: null, ...fetched },
        {
          n: 3,
          url: "https://mirror.example.com/harbor",
          title: "Harbor bridge",
          published: null,
          ...fetched,
          copy: true,
        },
      ],
      dropped: [
        { text: "The bridge was always green.", why: "It does not stand in a passage that it cites, word for word." },
      ],
      gaps: ["https://archive.example.com/1931: the server answered 503."],
    },
  ),
  part(
    "fact_check",
    { claim: "The harbor bridge was opened in 1930." },
    {
      claim: "The harbor bridge was opened in 1930.",
      verdict: "conflicting",
      judged_by: "small-model",
      independent: 2,
      evidence: [
        {
          stance: "refutes",
          quote: "The harbor bridge was opened on 4 May 1931.",
          url: "https://bridges.example.org/harbor",
          title: "The harbor bridge",
          published: "2024-03-02",
        },
        {
          stance: "supports",
          quote: "Since its opening in 1930 the bridge has been closed twice.",
          url: "https://travel.example.com/sights",
          title: "Ten sights",
          published: null,
        },
      ],
      notes: [],
    },
  ),
];

const samples = {
  name: "samples",
  url: "https://prices.example.com",
  fetched_at: "2026-11-20T21:00:00Z",
  terms: "Recorded examples, not for trading.",
};

/** Prices of each kind: whole, old, without a currency, without a time, ambiguous; and a rate. */
export const prices: readonly CallView[] = [
  part(
    "stock_quote",
    { symbols: ["AAPL", "VOD", "XYZ"] },
    {
      quotes: [
        {
          symbol: "AAPL",
          name: "Apple Inc.",
          exchange: "NASDAQ",
          currency: "USD",
          price: "271.49",
          change_percent: "1.09",
          as_of: "2026-11-20T20:40:00Z",
          as_of_means: "trade",
          delay: "delayed_15",
          old: false,
          source: samples,
          notes: [],
        },
        {
          symbol: "VOD",
          currency: null,
          price: "88.02",
          change_percent: "-0.35",
          as_of: "2026-11-13",
          as_of_means: "close",
          delay: "end_of_day",
          old: true,
          source: samples,
          notes: ["The source does not say the currency."],
        },
        {
          symbol: "XYZ",
          currency: "EUR",
          price: "12.5",
          as_of: null,
          as_of_means: "unknown",
          delay: "unknown",
          old: false,
          source: samples,
          notes: [],
        },
      ],
      missing: [],
    },
  ),
  part(
    "crypto_price",
    { symbols: ["BTC", "ABC"] },
    {
      quotes: [
        {
          symbol: "btc",
          id: "bitcoin",
          name: "Bitcoin",
          currency: "USD",
          price: "91234.5",
          as_of: "2026-11-20T20:59:12Z",
          as_of_means: "average",
          delay: "realtime",
          old: false,
          source: samples,
          notes: [],
        },
      ],
      missing: [
        {
          asked: "symbol ABC",
          code: "ambiguous",
          error: "Two coins have the symbol ABC.",
          next: "Ask for one of them by its id.",
          candidates: [
            { id: "alpha-coin", symbol: "abc", name: "Alpha" },
            { id: "abacus", symbol: "abc", name: "Abacus" },
          ],
        },
      ],
    },
  ),
  part(
    "exchange_rate",
    { from: "USD", to: "GBP" },
    {
      from: "USD",
      to: "GBP",
      rate: "0.76657752",
      as_of: "2026-11-20",
      as_of_means: "reference",
      delay: "end_of_day",
      computed_from: "1 EUR = 1.0843 USD, 1 EUR = 0.8312 GBP",
      old: false,
      source: { ...samples, name: "ecb", terms: "Reference rates of the European Central Bank." },
      notes: [],
    },
  ),
];

const hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

/** A draft with recipients to look at twice, a mail that was sent in part, and a message whose fate nobody knows. */
export const messages: readonly CallView[] = [
  part(
    "compose_email",
    {},
    {
      draft_id: "d_4c1b",
      sha256: hash,
      subject: "Report of the third quarter",
      bytes: 48_213,
      preview: "Dear Ann,\n\nattached is the report. The totals are on page 2.\n\nBest regards\n",
      recipients: [
        { address: "ann@example.com", as: "to", known: "user" },
        { address: "accounting-and-controlling-emea@subsidiary.example.com", as: "cc", known: "unknown" },
        {
          address: "bob@xn--exmple-4uf.com",
          as: "bcc",
          known: "untrusted",
          unicode: "bob@ex\u0430mple.com",
          mixed: true,
        },
      ],
      attachments: [{ path: "/reports/q3.pdf", bytes: 45_120, sha256: hash }],
    },
  ),
  part(
    "send_email",
    { draft_id: "d_4c1b" },
    {
      draft_id: "d_4c1b",
      state: "partly",
      sha256: hash,
      accepted: ["ann@example.com"],
      rejected: ["bob@example.org"],
      message_id: "m",
      why: "refused for bob@example.org",
      server_said: "250 queued as 81A2",
      at: "2026-11-20T21:00:00Z",
    },
  ),
  part(
    "send_message",
    { text: "The nightly build is green.", channel: "ops" },
    { channel: "ops", id: "m_1", state: "unknown", sha256: hash, parts: 1, at: "2026-11-20T21:00:00Z" },
  ),
];

const run = { version: "1", queue: "default", priority: 0, attempt: 1, losses: 0, failures: 0, input: null };
const asked = {
  event: "approval a1",
  callId: "c1",
  approval: {
    id: "a1",
    sessionId: "s",
    tool: "send_email",
    input: {},
    prompt: "Send the mail “Report” to ann@example.com?",
    access: [{ action: "message", target: "mailto:ann@example.com" }],
  },
};
const questions = {
  event: "question q1",
  callId: "c2",
  question: {
    sessionId: "s",
    callId: "c2",
    path: [],
    questions: [{ question: "Which quarter?", options: [{ label: "Q2" }, { label: "Q3" }] }],
  },
};

/** Runs that wait for a yes, for an answer, for a time; one that failed, and one that is done. */
export const runs: readonly RunView[] = [
  viewRun({
    ...run,
    id: "run_1",
    name: "workflow",
    state: "waiting",
    created: 1_795_000_000_000,
    steps: [
      { position: "0", name: "read", output: { lines: 12 }, failures: 1, ended: 1 },
      { position: "1", name: "call send_email", output: { asked } as never, failures: 0, ended: 2 },
    ],
    waits: [{ position: "2", event: "approval a1", until: 1_795_600_000_000 }],
  }),
  viewRun({
    ...run,
    id: "run_2",
    name: "report",
    state: "waiting",
    created: 1_795_000_000_000,
    steps: [
      { position: "0", name: "call ask_user_question", output: { asked: questions } as never, failures: 0, ended: 2 },
    ],
    waits: [{ position: "1", event: "question q1" }],
  }),
  viewRun({
    ...run,
    id: "run_3",
    name: "nightly",
    state: "waiting",
    created: 1_795_000_000_000,
    steps: [],
    waits: [{ position: "0", until: 1_795_600_000_000 }],
  }),
  viewRun({
    ...run,
    id: "run_4",
    name: "import",
    state: "failed",
    created: 1_795_000_000_000,
    ended: 1_795_000_060_000,
    steps: [],
    waits: [],
    error: { code: "timeout", message: "The run did not end within its time.", hint: "Start it with a longer limit." },
  }),
  viewRun({
    ...run,
    id: "run_5",
    name: "import",
    state: "completed",
    created: 1_795_000_000_000,
    ended: 1_795_000_060_000,
    output: null,
  }),
];
