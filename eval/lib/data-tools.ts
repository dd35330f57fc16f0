import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { type ConvertFormatOutput, dataTools, type FilterDataOutput } from "@holdall/tools-data";

/** The data tools on files: what they answer, undefined where they refuse. */
export function openData(files: Readonly<Record<string, string>> = {}) {
  const registry = createRegistry(dataTools({ backend: memoryBackend({ files }) }));
  const session = openSession(registry, { policy: allow() });
  return {
    async convert(input: object): Promise<string | undefined> {
      const result = await session.call("convert_format", input);
      return result.ok ? (result.output as ConvertFormatOutput).text : undefined;
    },
    async filter(input: object): Promise<FilterDataOutput | undefined> {
      const result = await session.call("filter_data", input);
      return result.ok ? (result.output as FilterDataOutput) : undefined;
    },
  };
}

/** Texts and the rows they mean. */
export const rfc4180: readonly (readonly [text: string, rows: readonly (readonly string[])[] | "refused"])[] = [
  [
    "a,b\nc,d\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "a,b\r\nc,d\r\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "a,b\rc,d\r",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "a,b\nc,d",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ['"a","b"\n', [["a", "b"]]],
  ['"a\nb",c\n', [["a\nb", "c"]]],
  ['"a\r\nb",c\n', [["a\r\nb", "c"]]],
  ['"a,b",c\n', [["a,b", "c"]]],
  ['"a""b",c\n', [['a"b', "c"]]],
  ['"""",c\n', [['"', "c"]]],
  [",\n", [["", ""]]],
  [" a , b \n", [[" a ", " b "]]],
  ["é,😀\n", [["é", "😀"]]],
  ['5" disk,b\n', [['5" disk', "b"]]],
  [
    "a,b\n\nc,d\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ["a,b\nc\n", "refused"],
  ["a,b\nc,d,e\n", "refused"],
  ['a,"b\n', "refused"],
  ['"a"b,c\n', "refused"],
];
