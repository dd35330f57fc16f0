import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openChat } from "../chat/open-chat.fixture.ts";
import { stubServer } from "../chat/stub-server.fixture.ts";
import { runProcess } from "../fixtures/command.fixture.ts";
import { call, makePlace, type Place, writeWeather } from "./extensions.fixture.ts";

let place: Place;
let kill = () => {};
beforeEach(() => {
  place = makePlace();
});
afterEach(() => {
  kill();
  kill = () => {};
  place[Symbol.dispose]();
});

const weather = { calls: [{ tool: "get_weather", input: { city: "Oslo" } }] };
const label = "./tools/weather.ts";

function checkout() {
  writeWeather(place, "project/tools");
  place.write("project/holdall.config.yaml", `extensions: ["${label}"]\n`);
}

test("chat asks about code of a checkout, shows it, and loads it for the session or until it changes", async () => {
  checkout();
  await using server = await stubServer([weather, { text: "Wet." }, weather, { text: "Wet again." }]);
  const open = () => openChat({ folder: place.folder, url: server.url, columns: 120 });
  const first = open();
  kill = first.kill;
  await first.shows(
    /Code of this folder would run inside holdall, with all of your permissions\.[\s\S]*names \.\/tools\/weather\.ts:\n {2}tools\/_one-file\.ts \(\d+ bytes\)\n {2}tools\/_words\.ts \(\d+ bytes\)\n {2}tools\/weather\.ts \(\d+ bytes\)\n {2}sha256:[0-9a-f]{64}[\s\S]*Load it\?[\s\S]*❯ 4\. Do not load it/,
  );
  first.press("s\r");
  await first.shows(/export const words: string = "Rain in";[\s\S]*❯ 4\. Do not load it/);
  first.press("y\r");
  await first.type(/› /, "How is Oslo?\r");
  await first.shows(/Rain in Oslo[\s\S]*Wet\./);
  first.press("/exit\r");
  await first.ended;

  const second = open();
  kill = second.kill;
  await second.type(/Load it\?[\s\S]*❯/, "a\r");
  await second.type(/› /, "And now?\r");
  await second.shows(/Wet again\./);
  second.press("/exit\r");
  await second.ended;
  expect((await place.holdall(call("get_weather", { city: "Oslo" }))).out).toContain("Rain in Oslo");

  writeWeather(place, "project/tools", { words: "Sun in" });
  const third = open();
  kill = third.kill;
  await third.shows(/It has changed since it was trusted: ~ tools\/_words\.ts[\s\S]*Load it\?/);
  third.press("\u001b");
  await third.type(/coding, \d+ tools/, "/tools\r");
  await third.shows(/read_file[\s\S]*›$/);
  expect(third.screen()).not.toContain("get_weather");
  third.press("/exit\r");
  await third.ended;
  const told = server.asked.map(({ tools = [] }) => tools.map((tool) => tool.function.name));
  expect(told.every((names) => names.includes("get_weather"))).toBe(true);
});

test("run uses the tools of an extension, and the user is not asked about a checkout", async () => {
  checkout();
  const run = async (...args: string[]) => {
    await using server = await stubServer([weather, { text: "Done." }]);
    const words = ["run", "How is Oslo?", "--model", "stub", "--base-url", server.url, "--retries", "0", ...args];
    return await place.holdall(words);
  };
  const refused = await run("--yes");
  expect(refused.errors).toContain("has not been trusted yet");
  expect(refused.out).not.toContain("Rain in Oslo");
  expect((await run("--config", "holdall.config.yaml")).out).toContain("Rain in Oslo");
});

test("the command as it is published loads extensions that import from it, from folders without packages", async () => {
  mkdirSync(join(place.folder, "home"));
  writeWeather(place, "config/holdall/tools");
  const { out, errors } = await runProcess([...call("get_weather", { city: "Oslo" })], {
    cwd: place.project,
    env: place.env,
  });
  expect({ errors, result: JSON.parse(out) }).toMatchObject({ errors: "", result: { output: "Rain in Oslo" } });
  checkout();
  place.write("config/holdall/tools/weather.ts", "export { weather } from 'holdall-tools-weather';");
  place.write(
    "config/holdall/node_modules/holdall-tools-weather/package.json",
    '{"name":"holdall-tools-weather","type":"module","exports":"./index.js"}',
  );
  place.write(
    "config/holdall/node_modules/holdall-tools-weather/index.js",
    `import { defineExtension } from "@holdall/tool-kit/extension";
import { passthroughSchema } from "@holdall/tool-core";
const input = passthroughSchema({ type: "object" });
const execute = () => "From a package";
export const weather = defineExtension({ name: "weather", tools: [{ name: "get_weather", description: "Get it.", input, execute, access: () => [] }] });
`,
  );
  const packaged = await runProcess([...call("get_weather", {})], { cwd: place.project, env: place.env });
  expect(packaged.out).toContain("From a package");
  expect(packaged.errors).toContain("has not been trusted yet");
});
