import { describe, expect, test } from "vitest";
import { openDesk } from "../_docs.fixture.ts";

/** Diagrams after public reports about other tools: what mermaid reads is drawn, named or refused. */
async function drawn(code: string): Promise<{ svg: string; notes: readonly string[] }> {
  const made = await openDesk().session.call("generate_diagram", { code, format: "svg" });
  if (!made.ok) throw made.error;
  const { text, notes } = made.output as { text: string; notes: string[] };
  return { svg: text, notes };
}

describe("entity codes are the characters", () => {
  test.each([
    [
      "a flowchart",
      'flowchart LR\nA["say #quot;hi#quot;"] -->|"#35;1 #amp; #9829;"| B',
      ["say &quot;hi&quot;", "#1 &amp; ♥"],
    ],
    ["a sequence", "sequenceDiagram\nA->>B: 1 #lt; 2 #35;3", ["1 &lt; 2 #3"]],
    ["a state", "stateDiagram-v2\nA --> B: #quot;go#quot;", ["&quot;go&quot;"]],
  ])("in %s", async (_, code, texts) => {
    const { svg } = await drawn(code);
    for (const text of texts) expect(svg).toContain(text);
    expect(svg).not.toMatch(/ﬂ|¶|#quot/);
  });

  test("a color is none", async () => {
    const { svg } = await drawn("flowchart LR\nA --> B\nstyle A fill:#333333,stroke:#444444");
    expect(svg).toContain("#333333");
  });
});

describe("what was refused is drawn", () => {
  test.each([
    ["a link to a subgraph", "flowchart LR\nsubgraph S[Group]\nA-->B\nend\nC-->S", [">Group<", ">C<"], []],
    [
      "links that end in a circle or a cross",
      "flowchart LR\nA--oB\nA--xC\nC o--o D",
      [">A<", ">D<"],
      [
        "The link from A to B ends in an arrow instead of a circle.",
        "The link from A to C ends in an arrow instead of a cross.",
        "The link from C to D ends in an arrow instead of a circle.",
        expect.stringContaining("Chromium or Chrome"),
      ],
    ],
    [
      "a composite state",
      "stateDiagram-v2\n[*] --> A\nstate A {\n[*] --> B\nB --> [*]\n}\nA --> C: go",
      [">A<", ">B<", ">go<"],
      [],
    ],
    ["a quoted entity", 'erDiagram\n"Line Item" ||--o{ ORDER : has', [">Line Item<", ">ORDER<", ">has<"], []],
  ])("%s", async (_, code, texts, notes) => {
    const made = await drawn(code);
    for (const text of texts) expect(made.svg).toContain(text);
    expect(made.notes).toEqual(notes);
  });
});

describe("what is around a diagram is drawn, or named", () => {
  test.each([
    ["the title of a sequence", "sequenceDiagram\ntitle Mine\nA->>B: x", ">Mine</text>"],
    ["a title in front", "---\ntitle: Front & more\n---\nflowchart LR\nA-->B", ">Front &amp; more</text>"],
    ["a title of states", "---\ntitle: Front\n---\nstateDiagram-v2\nA-->B", ">Front</text>"],
    ["numbers", "sequenceDiagram\nA->>B: none\nautonumber 10 5\nA->>B: x\nB-->>A: y", ">10. x<"],
    ["more numbers", "sequenceDiagram\nautonumber\nA->>B: x\nNote over A: n\nB--)A: y", ">2. y<"],
    ["numbers that end", "sequenceDiagram\nautonumber\nA->>B: x\nautonumber off\nB-)A: y", ">y<"],
  ])("%s", async (_, code, text) => {
    const { svg, notes } = await drawn(code);
    expect(svg).toContain(text);
    expect(notes).toEqual([]);
  });

  test.each([
    ["a theme", '%%{init: {"theme": "dark"}}%%\nflowchart LR\nA-->B', "Its theme and configuration are not used."],
    [
      "a picture",
      'flowchart LR\nA@{ img: "http://127.0.0.1:9/a.png", label: "Pic" }',
      "The picture of A is not drawn.",
    ],
    ["a namespace", "classDiagram\nnamespace Shop {\nclass A\n}\nA --> B", 'The namespace "Shop" is not drawn.'],
  ])("%s", async (_, code, note) => {
    expect((await drawn(code)).notes).toEqual([note, expect.stringContaining("Chromium or Chrome")]);
  });

  test("a wide title has room, and is above a text", async () => {
    const title = "A title that is far wider than its drawing, and is shown as a whole";
    const code = `---\ntitle: ${title}\n---\nflowchart LR\nA`;
    const { svg } = await drawn(code);
    expect(Number(/ width="(\d+)"/.exec(svg)?.[1])).toBeGreaterThan(title.length * 9);
    const made = await openDesk().session.call("generate_diagram", { code, format: "text" });
    expect(made).toMatchObject({ output: { text: expect.stringMatching(new RegExp(`^${title}\\n\\n`)) } });
  });
});

describe("notes are drawn", () => {
  test.each([
    ["a class diagram", 'classDiagram\nnote "look: here {now}"\nA --> B', ["look: here {now}"]],
    [
      "a class",
      'classDiagram\nclass A\nnote for A "one\\ntwo <br> three"\nA --> Note',
      ["one", "two", "three", "Note2"],
    ],
    ["a state", "stateDiagram-v2\nA --> B\nnote right of A : look #quot;here#quot;", ["look &quot;here&quot;"]],
    ["a state, in lines", "stateDiagram-v2\nA --> B\nnote left of B\n  one\n  two\nend note", ["one", "two"]],
    ["a composite", "stateDiagram-v2\nstate A {\nB --> C\nnote right of B : inside\n}\nA --> D", ["inside"]],
    ["a sequence", "sequenceDiagram\nA->>B: x\nNote over A,B: look here", ["look here"]],
  ])("of %s", async (_, code, texts) => {
    const { svg, notes } = await drawn(code);
    for (const text of texts) expect(svg.replace(/<[^>]*>/g, "|")).toContain(text);
    expect(notes).toEqual([]);
  });

  test("a note has no arrow", async () => {
    const { svg } = await drawn("stateDiagram-v2\nA --> B\nnote right of A : here");
    expect(/<polyline [^>]*data-to="Note"[^>]*>/.exec(svg)?.[0]).not.toContain("marker-end");
    expect(/<polyline [^>]*data-to="B"[^>]*>/.exec(svg)?.[0]).toContain("marker-end");
  });
});

test.each(["gantt\ntitle G\nsection S\nT: 2026-01-01, 3d", 'pie title P\n"a" : 1', "mindmap\n  root\n    a"])(
  "%j says by its name that it is not drawn",
  async (code) => {
    const made = await openDesk().session.call("generate_diagram", { code, format: "svg" });
    expect(made).toMatchObject({ error: { code: "unsupported", data: { valid: true } } });
    expect(made).toMatchObject({ error: { hint: expect.stringMatching(/^Where Chromium or Chrome is installed/) } });
    expect((made as { error: { message: string } }).error.message).toMatch(
      /^This (gantt|pie|mindmap) diagram is valid/,
    );
  },
);
