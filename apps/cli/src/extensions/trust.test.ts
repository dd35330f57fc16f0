import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";
import { call, makePlace, type Place, writeWeather } from "./extensions.fixture.ts";

const oslo = call("get_weather", { city: "Oslo" });
const label = "./tools/weather.ts";

function checkout(): Place {
  const place = makePlace();
  writeWeather(place, "project/tools");
  place.write("project/holdall.config.yaml", `extensions: ["${label}"]\n`);
  return place;
}

/** How often code of the checkout has run. */
const runs = ({ folder }: Place) =>
  existsSync(join(folder, "ran.txt")) ? readFileSync(join(folder, "ran.txt"), "utf8").split("\n").length - 1 : 0;

describe.concurrent("code of a checkout", () => {
  test("is listed and shown whole, and loaded once it is trusted, until any byte of it changes", async ({ expect }) => {
    using place = checkout();
    const { out, code } = await place.holdall(["extensions", "list"]);
    expect({ out, code }).toEqual({
      code: 0,
      out: `${label} (${join(place.project, "holdall.config.yaml")}): asks, 3 files\n`,
    });
    const shown = await place.holdall(["extensions", "show", label]);
    expect(shown.out).toMatch(/sha256:[0-9a-f]{64}[\s\S]*_words\.ts[\s\S]*export const words: string = "Rain in"/);
    const trusted = await place.holdall(["extensions", "trust", label]);
    expect(trusted.out).toMatch(
      /is trusted as it is now: sha256:[0-9a-f]{64}, kept in .*config\/holdall\/skill-trust\.json/,
    );
    expect(runs(place)).toBe(0);
    expect((await place.holdall(oslo)).out).toContain("Rain in Oslo");
    writeWeather(place, "project/tools", { words: "Sun in" });
    const changed = await place.holdall(oslo);
    expect(changed.out).toContain("unknown_tool");
    expect(changed.errors).toContain("has changed since it was trusted: ~ tools/_words.ts (3 files, sha256:");
    expect((await place.holdall(["extensions"])).out).toContain("has changed, asks");
    await place.holdall(["extensions", "trust", label]);
    expect((await place.holdall(oslo)).out).toContain("Sun in Oslo");
    await place.holdall(["extensions", "untrust", label]);
    expect((await place.holdall(oslo)).out).toContain("unknown_tool");
    expect(runs(place)).toBe(2);
  });

  test("is in the same file as the trust of skills, which a damaged one of trusts nothing", async ({ expect }) => {
    using place = checkout();
    place.write("project/.agents/skills/deploy/SKILL.md", "---\nname: deploy\ndescription: Deploys.\n---\nDo it.\n");
    await place.holdall(["skills", "trust", "deploy"]);
    await place.holdall(["extensions", "trust", label]);
    const file = join(place.folder, "config/holdall/skill-trust.json");
    const places = Object.keys(JSON.parse(readFileSync(file, "utf8")).skills);
    expect(places).toContain(`extension:${join(place.project, "tools/weather.ts")}`);
    expect(places).toHaveLength(2);
    place.write("config/holdall/skill-trust.json", "{");
    expect((await place.holdall(oslo)).errors).toContain("has not been trusted yet");
  });

  test.for([
    [
      "a file that no text names",
      'const lib = "lib.ts"; await import("./" + lib);',
      "tools/lib.ts",
      "is not part of the approved code",
    ],
    [
      "a package of the checkout",
      'import "left-pad";',
      "node_modules/left-pad/index.js",
      "imports the package left-pad, which the approval does not cover",
    ],
    ["a file elsewhere", 'import "../../elsewhere.mjs";', "../elsewhere.mjs", "is outside of"],
    ["a link to elsewhere", 'import "./link.mjs";', "../elsewhere.mjs", "is outside of"],
    ["an absolute path", 'import "/dev/null/x.mjs";', "x", "is not part of the approved code"],
  ])("attack: cannot import %s", async ([, source = "", other, reason], { expect }) => {
    using place = makePlace();
    place.write(`project/${other}`, "globalThis.imported = true;\n");
    place.write("project/tools/own.ts", `${source}\nexport const extension = undefined;\n`);
    if (source.includes("link"))
      symlinkSync(join(place.folder, "elsewhere.mjs"), join(place.project, "tools/link.mjs"));
    place.write("project/holdall.config.yaml", 'extensions: ["./tools/own.ts"]\n');
    const { errors: untrusted } = await place.holdall(["extensions", "trust", "./tools/own.ts"]);
    const { errors } = await place.holdall(["tools"]);
    expect(untrusted + errors).toContain(reason);
    expect(Reflect.get(globalThis, "imported")).toBeUndefined();
  });

  test("attack: a file that is swapped after it was read does not run", async ({ expect }) => {
    using place = checkout();
    await place.holdall(["extensions", "trust", label]);
    // Swaps the file that is imported last, when the first has been read.
    place.write(
      "project/tools/_one-file.ts",
      `import { writeFileSync } from "node:fs";\nwriteFileSync(new URL("./_words.ts", import.meta.url), 'export const words = "Swapped";');\nexport const oneFile = () => undefined as never;\n`,
    );
    await place.holdall(["extensions", "trust", label]);
    expect((await place.holdall(oslo)).out).toContain("Rain in Oslo");
    expect(readFileSync(join(place.project, "tools/_words.ts"), "utf8")).toContain("Swapped");
    expect((await place.holdall(oslo)).errors).toContain("has changed since it was trusted");
  });

  test("attack: a folder of the person that lies in the checkout is not theirs", async ({ expect }) => {
    using place = makePlace();
    writeWeather(place, "project/.config/holdall/tools");
    const env = place.env as Record<string, string>;
    env.XDG_CONFIG_HOME = join(place.project, ".config");
    expect((await place.holdall(oslo)).out).toContain("unknown_tool");
    expect(runs(place)).toBe(0);
  });
});
