import { describe, expect, test } from "vitest";
import { applySplices } from "../../text/lines.ts";
import { isUnclear, spliceMatches } from "../splice.ts";
import { findMatches } from "./match.ts";

/** The tier and the text after the edit; only the tier when there are several places, nothing when there is none. */
function apply(text: string, old: string, fresh: string): [tier: string | undefined, after?: string] {
  const found = findMatches(text, { old, new: fresh });
  if (!found) return [undefined];
  const tier = found.unwrapped ?? found.tier;
  if (found.matches.length !== 1) return [`${tier} × ${found.matches.length}`];
  const splices = spliceMatches(text, found, found.matches);
  return isUnclear(splices) ? ["unclear"] : [tier, applySplices(text, splices)];
}

describe("exact", () => {
  test("is taken before anything tolerant", () => {
    expect(apply("  a b\na  b\n", "a b", "x")).toEqual(["exact", "  x\na  b\n"]);
  });

  test("new lines take the ending of where they land", () => {
    expect(apply("a\r\nb\r\n", "a", "x\ny")).toEqual(["exact", "x\r\ny\r\nb\r\n"]);
    expect(apply("a\nb", "b", "x\r\ny")).toEqual(["exact", "a\nx\ny"]);
  });

  test("line endings that the old text has and the new text drops are dropped", () => {
    expect(apply("a\r\nb\r\n", "a\r\n", "a\n")).toEqual(["exact", "a\nb\r\n"]);
  });

  test("bug-llxprt-code-3036: the final newline can be added and removed", () => {
    expect(apply("a\nb", "b", "b\n")).toEqual(["exact", "a\nb\n"]);
    expect(apply("a\nb\n", "b\n", "b")).toEqual(["exact", "a\nb"]);
  });
});

describe("line ends", () => {
  test("bug-openclaw-116011: a CRLF file takes LF text, and untouched lines keep their bytes", () => {
    expect(apply("a\r\nb\r\nc\nd\r\n", "a\nb\n", "a\nx\ny\n")).toEqual(["line-edges", "a\r\nx\r\ny\r\nc\nd\r\n"]);
  });

  test("spaces at line ends may differ either way, and the file keeps its own", () => {
    expect(apply("a  \nb\nc\n", "a\nb\nc\n", "a\nb\nd\n")).toEqual(["line-edges", "a  \nb\nd\n"]);
    expect(apply("a\nb\n", "a  \nb  \n", "a  \nc b  \n")).toEqual(["line-edges", "a\nc b\n"]);
  });

  test("bug-cline-11274: a final newline that the file lacks is overlooked, and not added", () => {
    expect(apply("a\nb", "a\nb\n", "a\nc\n")).toEqual(["line-edges", "a\nc"]);
  });

  test("an edit of nothing but spaces at line ends needs them exact", () => {
    expect(apply("a\nb\n", "a \nb", "a\nb")).toEqual([undefined]);
  });
});

describe("spaces inside lines", () => {
  test("the file's own stay where the text stays", () => {
    expect(apply("let  x = 1;  // n\n", "let x = 1; // n", "let x = 2; // n")).toEqual([
      "inner-space",
      "let  x = 2;  // n\n",
    ]);
  });

  test("a space is not nothing", () => {
    expect(apply("f( a )\n", "f(a)", "x")).toEqual([undefined]);
  });

  test("bug: one bridged gap leaves wide gaps of added text as they are", () => {
    expect(apply("const q = 1;\n", "const q =  1;", 'const q =  1;\nconst s = "SELECT a,  b";')).toEqual([
      "inner-space",
      'const q = 1;\nconst s = "SELECT a,  b";\n',
    ]);
  });

  test("gaps that are too wide throughout may be meant in added lines, or not", () => {
    expect(apply("a = b + c\n", "a  =  b  +  c", "a  =  b  +  c\nd  =  e")).toEqual(["unclear"]);
    expect(apply("a = b + c\n", "a  =  b  +  c", "a  =  b  +  c\nd = e")).toEqual([
      "inner-space",
      "a = b + c\nd = e\n",
    ]);
  });

  test("bug: words never match across a line break", () => {
    expect(apply("a // note\nb\n", "// note b", "// done b")).toEqual([undefined]);
  });

  test("bug-gemini-cli: the end of a pattern is the end of a word", () => {
    expect(apply("a  barn\n", "a bar", "x")).toEqual([undefined]);
    expect(apply("sub  bar\n", "b bar", "x")).toEqual([undefined]);
  });
});

describe("indentation", () => {
  const file = "class A {\n\tf() {\n\t\treturn 1;\n\t}\n}\n";

  test.each([
    ["dedented", "f() {\n\treturn 1;\n}", "f() {\n\tlog();\n\treturn 2;\n}"],
    ["deeper", "\t\tf() {\n\t\t\treturn 1;\n\t\t}", "\t\tf() {\n\t\t\tlog();\n\t\t\treturn 2;\n\t\t}"],
    [
      "four spaces for tabs",
      "    f() {\n        return 1;\n    }",
      "    f() {\n        log();\n        return 2;\n    }",
    ],
    ["two spaces for tabs", "  f() {\n    return 1;\n  }", "  f() {\n    log();\n    return 2;\n  }"],
  ])("bug-claude-code-26996: %s text is written as the file is indented", (_, old, fresh) => {
    expect(apply(file, old, fresh)).toEqual(["indentation", "class A {\n\tf() {\n\t\tlog();\n\t\treturn 2;\n\t}\n}\n"]);
  });

  test("tabs for spaces, with deeper new lines", () => {
    expect(apply("a:\n    b:\n        c\n", "\tb:\n\t\tc\n", "\tb:\n\t\tc:\n\t\t\td\n")).toEqual([
      "indentation",
      "a:\n    b:\n        c:\n            d\n",
    ]);
  });

  test("the shift must be the same on all lines", () => {
    expect(apply("  a\n      b\n", "a\n  b\n", "x\n")).toEqual([undefined]);
  });

  test("an indented line never matches in the middle of another", () => {
    const text = "  readonly id?: string;\n    id?: string;\n";
    expect(apply(text, "      id?: string;\n", "      key?: string;\n")).toEqual([
      "indentation",
      "  readonly id?: string;\n    key?: string;\n",
    ]);
  });

  test("a first line cut off behind its indentation takes part when the others fit", () => {
    expect(apply("  if (x)  {\n    a();\n  }\n", "if (x) {\n    a();\n  }", "if (y) {\n    a();\n  }")).toEqual([
      "inner-space",
      "  if (y)  {\n    a();\n  }\n",
    ]);
  });

  test("all of a block can go", () => {
    expect(apply("a\n\tb\nc\n", "    b\n", "")).toEqual(["indentation", "a\nc\n"]);
  });

  test.each([
    ["spaces for tabs", "\tif (a) {\n\t\tb();\n\t}\n", "      if (a) {\n          b();\n      }\n", "  "],
    ["tabs for spaces", "  if (a) {\n      b();\n  }\n", "\tif (a) {\n\t\tb();\n\t}\n", undefined],
  ])("%s, shifted: a line may move up to the first column, and is refused left of it", (_, file, old, toMargin) => {
    expect(apply(file, old, old.replace("b", "c"))).toEqual(["indentation", file.replace("b", "c")]);
    expect(apply(file, old, `top();\n${old}`)).toEqual(["unclear"]);
    if (toMargin !== undefined)
      expect(apply(file, old, `${toMargin}top();\n${old}`)).toEqual(["indentation", `top();\n${file}`]);
  });

  test("a file that mixes tabs and spaces leaves the unit open", () => {
    expect(apply("\ta\n\tb\n    c\n", "    a\n    b\n", "    a\n    x\n    b\n")).toEqual(["unclear"]);
  });

  test("an edit of nothing but indentation needs it exact", () => {
    expect(apply("    a\n    b\n", "  a\n  b\n", "a\nb\n")).toEqual([undefined]);
  });

  test("bug-gemini-cli-26975: two places are two places", () => {
    expect(apply("  f()\n    f()\n", "\tf()\n", "\tg()\n")).toEqual(["indentation × 2"]);
  });
});

describe("blank lines", () => {
  test("one too few or too many is overlooked, and the file keeps its own", () => {
    expect(apply("a\n\nb\nc\n", "a\nb\nc\n", "a\nb\nd\n")).toEqual(["blank-lines", "a\n\nb\nd\n"]);
  });
});

test("new text beside a blank line that old_string lacks could go on either side of it", () => {
  expect(apply("a\n\nb\nc\n", "a\nb\nc\n", "a\nx\nb\nc\n")).toEqual(["unclear"]);
});

describe("look-alikes", () => {
  test("bug-claude-code-63732: quotes that the file has straight are not curled", () => {
    expect(apply('say("a");\nb\n', "say(“a”);\nb\n", "say(“a”, 1);\nb\n")).toEqual([
      "look-alikes",
      'say("a", 1);\nb\n',
    ]);
    expect(apply('say("a");\nb\n', "say(“a”);\nb\n", "say(“a”);\nsay(“c”);\n")).toEqual(["unclear"]);
  });

  test("bug-claude-code-1986: typographic quotes of the file are kept where the text is", () => {
    expect(apply("it’s “fine” – yes\n", 'it\'s "fine" - yes', 'it\'s "fine" - no')).toEqual([
      "look-alikes",
      "it’s “fine” – no\n",
    ]);
  });

  test("new text is refused where the old one leaves open which sign is meant", () => {
    expect(apply("a – b\nc - d\n", "a - b\nc - d\n", "a - b\nx - y\nc - d\n")).toEqual(["unclear"]);
  });

  test("a typographic sign that the file has elsewhere may be meant", () => {
    const text = "// don’t\nf('a');\n";
    expect(apply(text, "f(’a’);", "f(’a’);\n// it’s new")).toEqual(["unclear"]);
  });

  test("no-break spaces and normal forms", () => {
    expect(apply("10\u00a0km far\n", "10 km far", "10 km near")).toEqual(["look-alikes", "10\u00a0km near\n"]);
    expect(apply("caf\u00e9 au lait\n", "cafe\u0301 au lait", "cafe\u0301 au chat")).toEqual([
      "look-alikes",
      "caf\u00e9 au chat\n",
    ]);
    expect(apply("caf\u00e9 au lait\n", "cafe\u0301 au lait", "cafe\u0301 au the\u0301")).toEqual(["unclear"]);
  });

  test("letters that only look alike are different letters", () => {
    expect(apply("const а = 1;\n", "const a = 1;", "x")).toEqual([undefined]);
  });
});

test("new text that is there already is not put there again", () => {
  expect(apply("\tfoo()\n\tbar()\n", "  foo()\n", "  foo()\n  bar()\n")).toEqual([undefined]);
});

describe("wrappings", () => {
  test.each(["1→", "1\t", "     1\t", "1: ", "1 | ", "1  "])("line numbers pasted as %j are taken off", (prefix) => {
    const number = (text: string) =>
      text
        .split("\n")
        .map((line, i) => prefix.replace("1", String(i + 3)) + line)
        .join("\n");
    expect(apply("x\n  a\n  b\nc\n", number("  a\n  b"), number("  a\n  d\n  b"))).toEqual([
      "line-numbers",
      "x\n  a\n  d\n  b\nc\n",
    ]);
  });

  test("numbers that do not follow each other are text", () => {
    expect(apply("a\nb\n", "3: a\n9: b", "x")).toEqual([undefined]);
  });

  test("one level of escapes is taken off when both texts have it throughout", () => {
    expect(apply('say("a");\n\tgo();\n', 'say(\\"a\\");\\n\\tgo();', 'say(\\"b\\");\\n\\tgo();')).toEqual([
      "escapes",
      'say("b");\n\tgo();\n',
    ]);
  });

  test("an escaped line feed that may stand in a string of the program is not taken off", () => {
    expect(apply('say("a");\ngo();\n', 'say(\\"a\\");\\ngo();', 'say(\\"a\\n\\");\\ngo();')).toEqual([undefined]);
  });

  test("bug-gemini-cli-19802: a backslash that belongs to the text is left alone", () => {
    expect(apply("\\title{a}\n", "\\title{a}", "\\title{\\new}")).toEqual(["exact", "\\title{\\new}\n"]);
    expect(apply('a\n"b"\n', 'a\\n"b"', "x")).toEqual([undefined]);
  });
});

describe("similar is not equal", () => {
  test.each([
    ["bug-opencode-24742: first and last line fit, the middle does not", "f {\n  a\n  b\n}\n", "f {\n  a\n  c\n}"],
    ["one letter", "const total = price;\n", "const totals = price;"],
    ["one digit", "timeout = 100;\n", "timeout  = 1000;"],
    ["order of lines", "a();\nb();\n", "b();\na();"],
    ["left out lines", "a\nb\nc\nd\n", "a\n...\nd"],
    ["case", "Return x\n", "return x"],
  ])("%s", (_, text, old) => {
    expect(apply(text, old, "x")).toEqual([undefined]);
  });
});
