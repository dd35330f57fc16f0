import { describe, expect, test } from "vitest";
import { openDesk } from "./_docs.fixture.ts";

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

describe("what is around a diagram is named where it is not drawn", () => {
  test.each([
    ["the title of a sequence", "sequenceDiagram\ntitle Mine\nA->>B: x", 'The title "Mine" is not drawn.'],
    ["a title in front", "---\ntitle: Front\n---\nflowchart LR\nA-->B", 'The title "Front" is not drawn.'],
    ["numbers", "sequenceDiagram\nautonumber\nA->>B: x", "The numbers of messages are not drawn."],
    ["a theme", '%%{init: {"theme": "dark"}}%%\nflowchart LR\nA-->B', "Its theme and configuration are not used."],
  ])("%s", async (_, code, note) => {
    expect((await drawn(code)).notes).toEqual([note]);
  });

  test("a namespace", async () => {
    const { svg, notes } = await drawn("classDiagram\nnamespace Shop {\nclass A\n}\nA --> B : uses");
    if (!svg.includes("Shop")) expect(notes).toEqual(['The namespace "Shop" is not drawn.']);
  });
});

describe("a note that would be missing is never left out", () => {
  test.each([
    ["a class diagram", 'classDiagram\nnote "look here"\nA --> B'],
    ["a class diagram, for a class", 'classDiagram\nclass A\nnote for A "look here"\nA --> B'],
    ["a state diagram", "stateDiagram-v2\nA --> B\nnote right of A : look here"],
    ["a sequence", "sequenceDiagram\nA->>B: x\nNote over A,B: look here"],
  ])("in %s", async (_, code) => {
    const made = await openDesk().session.call("generate_diagram", { code, format: "svg" });
    if (made.ok) expect((made.output as { text: string }).text).toContain("look here");
    else {
      const message = expect.stringContaining('the note "look here" would not be drawn');
      expect(made).toMatchObject({ error: { code: "unsupported", message } });
    }
  });
});

test.each(["gantt\ntitle G\nsection S\nT: 2026-01-01, 3d", 'pie title P\n"a" : 1', "mindmap\n  root\n    a"])(
  "%j says by its name that it is not drawn",
  async (code) => {
    const made = await openDesk().session.call("generate_diagram", { code, format: "svg" });
    expect(made).toMatchObject({ error: { code: "unsupported", data: { valid: true } } });
    expect((made as { error: { message: string } }).error.message).toMatch(
      /^This (gantt|pie|mindmap) diagram is valid/,
    );
  },
);
