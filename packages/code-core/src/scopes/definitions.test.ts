import { expect, test } from "vitest";
import { codeBase } from "../fixtures/code-base.fixture.ts";

const shape = `export class Shape<T> extends Base {
  size = 1;
  static make(): Shape<string> { return new Shape(); }
  grow(by: number): this { this.size += by; return this; }
}
 export default function draw() {}
export type { Options as Settings } from "./options.ts";
class Base { name = "base" }
`;

const cases: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  [
    "an import",
    { "a.ts": 'import { Shape } from "./shape.js";\nnew ‹Shape›();', "shape.ts": shape },
    "import shape.ts:1",
  ],
  [
    "a default import under its own name",
    { "a.ts": 'import paint from "./shape";\n‹paint›();', "shape.ts": shape },
    "import shape.ts:6",
  ],
  [
    "the imported name itself",
    { "a.ts": 'import { ‹Shape› as S } from "./shape";', "shape.ts": shape },
    "import shape.ts:1",
  ],
  [
    "a re-exported type with a new name",
    {
      "a.ts": 'import type { Settings } from "./shape";\nlet a: ‹Settings›;',
      "shape.ts": shape,
      "options.ts": "export interface Options {}",
    },
    "import options.ts:1",
  ],
  [
    "export * through an index",
    {
      "a.ts": 'import { x } from "./lib";\n‹x›;',
      "lib/index.ts": 'export * from "./b.ts";',
      "lib/b.ts": "\nexport const x = 1;",
    },
    "import lib/b.ts:2",
  ],
  ["a package outside", { "a.ts": 'import { z } from "zod";\n‹z›.x' }, "external zod"],
  ["the innermost scope", { "a.ts": "const a = 1;\nfunction f(a: number) {\n  return () => ‹a›;\n}" }, "scope a.ts:2"],
  ["a block is left again", { "a.ts": "let a = 1;\n{ let a = 2; }\n‹a›;" }, "scope a.ts:1"],
  [
    "a type and a value of the same name: the type",
    { "a.ts": "const A = 1;\ninterface A {}\nlet x: ‹A›;" },
    "scope a.ts:2",
  ],
  [
    "a type and a value of the same name: the value",
    { "a.ts": "const A = 1;\ninterface A {}\nlet x = ‹A›;" },
    "scope a.ts:1",
  ],
  ["infer", { "a.ts": "type E<T> = T extends (infer U)[]\n  ? ‹U›\n  : never;" }, "scope a.ts:1"],
  ["the key of a mapped type", { "a.ts": "type M<T> = {\n  [K in keyof T]: T[‹K›]\n}" }, "scope a.ts:2"],
  ["this", { "a.ts": "class A {\n  b = 1;\n  c() { return () => this.‹b›; }\n}" }, "typed a.ts:2"],
  [
    "an inherited member",
    { "a.ts": 'import { Shape } from "./shape";\nconst s = new Shape();\ns.‹name›;', "shape.ts": shape },
    "typed shape.ts:8",
  ],
  [
    "a chain of calls",
    { "a.ts": 'import { Shape } from "./shape";\nShape.make().grow(1).‹size›;', "shape.ts": shape },
    "typed shape.ts:2",
  ],
  [
    "a parameter's declared type",
    { "a.ts": "interface O { a: { b: number } }\nfunction f(o: Readonly<O>) { return o.a.‹b›; }" },
    "typed a.ts:1",
  ],
  [
    "an awaited promise",
    { "a.ts": "interface R { ok: boolean }\nasync function go(): Promise<R> {}\nconst r = await go();\nr.‹ok›;" },
    "typed a.ts:1",
  ],
  ["a cast", { "a.ts": "interface R { ok: boolean }\n(x as R).‹ok›;" }, "typed a.ts:1"],
  [
    "a namespace import",
    { "a.ts": 'import * as s from "./shape";\ns.‹Shape›', "shape.ts": shape },
    "import shape.ts:1",
  ],
  ["an enum's member", { "a.ts": "enum E {\n  A,\n}\nE.‹A›" }, "typed a.ts:2"],
  ["an object's member", { "a.ts": "const o = {\n  run() {},\n};\no.‹run›();" }, "typed a.ts:2"],
  ["a member that nothing is known of", { "a.ts": "function f(x) { x.‹run›(); }\nclass A { run() {} }" }, "nothing"],
  [
    "words inside of JSX text are not uses",
    { "a.tsx": "const a = 1;\nconst b = <p title={‹a›}>a {a} it's</p>;" },
    "scope a.tsx:1",
  ],
  [
    "a component",
    { "a.tsx": 'import { B } from "./b";\nexport const A = () => <‹B› x={1} />;', "b.tsx": "export function B() {}" },
    "import b.tsx:1",
  ],
  [
    "a Python import",
    { "pkg/a.py": "from .b import f as g\n‹g›()", "pkg/__init__.py": "", "pkg/b.py": "\ndef f(): pass" },
    "import pkg/b.py:2",
  ],
  [
    "a Python module's member",
    { "a.py": "import pkg.b as m\nm.‹f›()", "pkg/__init__.py": "", "pkg/b.py": "\ndef f(): pass" },
    "import pkg/b.py:2",
  ],
  [
    "what a Python package imports",
    { "a.py": "from pkg import f\n‹f›()", "pkg/__init__.py": "from .b import *", "pkg/b.py": "def f(): pass" },
    "import pkg/b.py:1",
  ],
  [
    "self",
    { "a.py": "class A:\n    def __init__(self):\n        self.x = 1\n    def f(self):\n        return self.‹x›" },
    "typed a.py:3",
  ],
  [
    "an inherited Python method",
    {
      "a.py": "from b import Base\nclass A(Base):\n    def f(self):\n        self.‹go›()",
      "b.py": "class Base:\n    def go(self): pass",
    },
    "typed b.py:2",
  ],
  [
    "super()",
    { "a.py": "class B:\n    def go(self): pass\nclass A(B):\n    def go(self):\n        super().‹go›()" },
    "typed a.py:2",
  ],
  ["a Python instance", { "a.py": "class A:\n    def go(self): pass\na = A()\na.‹go›()" }, "typed a.py:2"],
  [
    "a class body's names are not those of its methods",
    { "a.py": "x = 1\nclass A:\n    x = 2\n    def f(self):\n        return ‹x›" },
    "scope a.py:1",
  ],
  [
    "a comprehension's variable",
    { "a.py": "def f(rows):\n    return [\n        ‹row› for row in rows]" },
    "scope a.py:3",
  ],
];

test.each(cases)("%s", (_, files, expected) => {
  expect(codeBase(files).marked()).toBe(expected);
});

test("references go under every name, and say what they are", () => {
  const files = {
    "shape.ts": "export function ‹draw›() {}\nexport { draw as paint };\n",
    "a.ts": 'import { paint } from "./shape";\npaint();\nconst f = paint;\n',
    "b.ts": 'import { draw as d } from "./shape.ts";\nd<string>();\nfunction other(draw) { draw(); }\n',
    "c.ts": "export const x = { draw() {} };\nx.draw();\n",
  };
  const { sure, unsure } = codeBase(files).references();
  expect([...sure].sort()).toEqual([
    "call a.ts:2",
    "call b.ts:2",
    "import a.ts:1",
    "import b.ts:1",
    "import b.ts:1",
    "read a.ts:3",
    "read shape.ts:2",
  ]);
  expect(unsure).toBe(0);
});

test("calls of a method that nothing is known of are counted, not listed", () => {
  const files = { "a.ts": "class A { ‹run›() {} go() { this.run(); } }\nfunction f(x) { x.run(); x?.run`a`; }" };
  expect(codeBase(files).references()).toEqual({ sure: ["call a.ts:1"], unsure: 2 });
});
