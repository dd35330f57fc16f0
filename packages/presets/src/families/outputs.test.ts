import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bubblewrap, probeSandbox } from "@holdall/sandbox";
import { contentText, openSession, type Session } from "@holdall/tool-core";
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type CodingOptions, coding } from "../sets/coding.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-preset-outputs-")));
afterAll(() => rmSync(root, { recursive: true }));

const { works, problems } = await probeSandbox(bubblewrap);
const why = works ? "" : ` (skipped: bubblewrap does not work here: ${problems.join(" ")})`;

function open(options: CodingOptions): Session {
  const preset = coding({ root, ...options });
  return openSession(preset.registry, { ...preset, approve: () => true });
}

async function textOf(session: Session, tool: string, input: unknown): Promise<string> {
  return contentText((await session.call(tool, input)).content);
}

/** Print a megabyte, and return the path that the model was told. */
async function spill(session: Session): Promise<string> {
  const said = await textOf(session, "bash", { command: "seq -f 'line %06.0f' 90000" });
  expect(said.length).toBeLessThan(32_000);
  const path = /of it: (\S+) \(output, 1\.\d MB/.exec(said)?.[1];
  if (path === undefined) throw new Error(said);
  return path;
}

describe("attack 30, a folder for outputs that others can foresee", () => {
  const name = `holdall-${process.getuid?.() ?? "outputs"}`;
  afterEach(() => vi.unstubAllEnvs());

  // Windows has no owners and modes to tell by.
  test.skipIf(process.getuid === undefined).each([
    ["a link to a folder", (at: string, victim: string) => symlinkSync(victim, at)],
    ["a link to nothing", (at: string) => symlinkSync("/nowhere/at/all", at)],
    ["a folder that others may use", (at: string) => chmodSync(mkdirSync(at, { recursive: true }) ?? at, 0o777)],
    ["a file", (at: string) => writeFileSync(at, "")],
  ])("%s by its name is not used", async (_, make) => {
    const temporary = realpathSync(mkdtempSync(join(tmpdir(), "holdall-foreseen-")));
    onTestFinished(() => rmSync(temporary, { recursive: true }));
    const victim = join(temporary, "victim");
    mkdirSync(victim);
    make(join(temporary, name), victim);
    vi.stubEnv("TMPDIR", temporary);
    await using session = open({});
    const path = await spill(session);
    expect(path.startsWith(`${temporary}/holdall-`)).toBe(true);
    expect(path.startsWith(`${temporary}/${name}/`)).toBe(false);
    expect(readdirSync(victim)).toEqual([]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    for (let up = dirname(path); up !== temporary; up = dirname(up)) expect(statSync(up).mode & 0o777, up).toBe(0o700);
  });
});

describe.each([
  ["without a sandbox", "", () => ({})],
  ["in bubblewrap", why, () => ({ shell: { sandbox: bubblewrap({ roots: [root] }) } })],
] as const)("what a command printed beyond the limit, %s%s", (name, _, options) => {
  const skips = name === "in bubblewrap" && !works;

  // Without bubblewrap there is nothing to look into from inside.
  test.skipIf(skips)("is read by every tool at the path that the model was told", async () => {
    await using session = open(options());
    const path = await spill(session);
    const read = await textOf(session, "read_file", { path, offset: 45_000, limit: 2 });
    expect(read).toContain("45000  line 045000\n45001  line 045001");
    expect(await textOf(session, "grep_files", { pattern: "line 08765[43]", path })).toMatch(/087653[\s\S]*087654/);
    expect(await textOf(session, "bash", { command: `sed -n 70000p ${path}` })).toContain("line 070000");
  });

  // Without bubblewrap there is nothing to look into from inside.
  test.skipIf(skips)("is nobody else's to read, nobody's to change, and goes with its session", async () => {
    const bypass = { mode: "bypass" as const };
    const session = open(options());
    const path = await spill(session);
    await using other = open({ ...options(), permissions: bypass });
    for (const [asking, tool, input] of [
      [other, "read_file", { path }],
      [other, "bash", { command: `cat ${path}` }],
      [other, "list_files", { path: dirname(dirname(dirname(path))) }],
      [session, "list_files", { path: dirname(path) }],
      [session, "write_file", { path, content: "x" }],
      [session, "delete_file", { path }],
      [session, "bash", { command: `echo x > ${path}` }],
    ] as const) {
      const result = await asking.call(tool, input);
      expect(result, tool).toMatchObject({ ok: false, error: { code: "permission_denied" } });
    }
    await session[Symbol.asyncDispose]();
    expect(existsSync(dirname(dirname(path)))).toBe(false);
  });
});
