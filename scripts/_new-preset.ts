import { camel } from "./_new-package.ts";

/** A preset's file, its test and its line for the index. */
export function presetFiles(name: string): { files: Record<string, string>; line: string } {
  const factory = camel(name);
  return {
    files: {
      [`packages/presets/src/sets/${name}.ts`]: `import { fsTools } from "@holdall/tools-fs";
import { definePreset, onlyBelow, type Preset, type PresetOptions } from "../session/preset.ts";
import { commonCode } from "./common-code.ts";

/** Say in one sentence for which agent this choice of tools and policy is made. */
export function ${factory}(options: PresetOptions = {}): Preset {
  return definePreset("${name}", commonCode, options, (place) => ({
    tools: fsTools(place).filter(({ hints }) => hints.readOnly),
    policy: onlyBelow(place, "read"),
    about: \`You can read files below \${place.root}.\`,
  }));
}
`,
      [`packages/presets/src/sets/${name}.test.ts`]: `import { memoryBackend } from "@holdall/backends-memory";
import { openSession } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { ${factory} } from "./${name}.ts";

test("the ${name} preset reads, and writes nothing", async () => {
  const preset = ${factory}({ backend: memoryBackend({ files: { "/a.txt": "one" } }) });
  await using session = openSession(preset.registry, preset);
  expect(await session.call("read_file", { path: "a.txt" })).toMatchObject({ ok: true });
  expect(await session.call("write_file", { path: "a.txt", content: "two" })).toMatchObject({ ok: false });
});
`,
    },
    line: `export { ${factory} } from "./sets/${name}.ts";`,
  };
}
