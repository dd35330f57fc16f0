import { expect, test } from "vitest";
import { importsOf } from "./imports.ts";

const shown = (text: string, language: string) =>
  importsOf(text, language).map(({ kind, specifier, names }) =>
    `${kind} ${specifier} ${names.map(({ name, as }) => (name === as ? name : `${name}:${as}`)).join(",")}`.trim(),
  );

test.each([
  ["typescript", 'import a, { b as c, type D } from "x";', ["import x default:a,b:c,D"]],
  ["typescript", 'import type { T } from "./t.ts"; import "./side.css"', ["import ./t.ts T", "import ./side.css"]],
  [
    "typescript",
    'export * as ns from "./n"; export { a as default } from "./m"; export const z = 1;',
    ["export ./n *:ns", "export ./m a:default"],
  ],
  ["typescript", 'import fs = require("fs"); const { q } = await import("./q")', ["require fs *:fs", "dynamic ./q q"]],
  ["javascript", "const { a, b: c } = require('./d'), e = obj.require('no'); // require('x')", ["require ./d a,b:c"]],
  [
    "python",
    "import a.b, c as d\nfrom ..e import (f as g, # no\n  h)\nfrom i import *",
    ["import a.b *:a", "import c *:d", "import ..e f:g,h", "import i *"],
  ],
  [
    "go",
    'import (\n\t"fmt"\n\tm "a/math"\n\t. "b"\n)\nimport "c/v2"',
    ["import fmt *:fmt", "import a/math *:m", "import b *", "import c/v2 *:c"],
  ],
  [
    "rust",
    "use a::{b, c::{self, d as e}}; pub use f::*; mod g;",
    ["import a b", "import a::c *:c", "import a::c d:e", "export f *", "include self::g *:g"],
  ],
  ["java", "import a.b.C;\nimport static a.D.e;\nimport x.*;", ["import a.b.C C", "import a.D.e e", "import x *"]],
  ["csharp", "using System.Text;\nusing J = A.B;\nusing (var x = y) {}", ["import System.Text *", "import A.B *:J"]],
  ["cpp", '#include <vector>\n#include "a/b.h"\n', ["include <vector> *", "include ./a/b.h *"]],
  [
    "php",
    "<?php\nuse A\\B as C, D\\E;\nuse F\\{G, H};\nrequire __DIR__ . '/x.php';",
    ["import A\\B B:C", "import D\\E E", "import F\\G G", "import F\\H H", "include ./x.php *"],
  ],
  ["ruby", "require 'json'\nrequire_relative 'a/b'\n# require 'no'", ["require json *", "require ./a/b *"]],
  ["shell", "source ./lib.sh\n. other.sh\n# source no", ["include ./lib.sh *", "include ./other.sh *"]],
])("%s: %s", (language, text, expected) => {
  expect(shown(text, language)).toEqual(expected);
});
