import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { bubblewrap } from "../bubblewrap/bubblewrap.ts";
import type { Sandbox, SandboxRequest } from "../port/index.ts";
import { findCandidates } from "../tests/_candidates.fixture.ts";
import { run, workspace } from "../tests/_run.fixture.ts";

const candidates = await findCandidates();
const mark = "holdall-test-login";

/** Logins as programs keep them, by the names that they have today. */
const logins = [
  ...[".ssh/id_rsa", ".ssh/id_ed25519", ".ssh/config", ".gnupg/private-keys-v1.d/a.key", ".git-credentials"],
  ...[".config/git/credentials", ".config/gh/hosts.yml", ".config/hub", ".config/glab-cli/config.yml", ".netrc"],
  ...[".password-store/a.gpg", ".local/share/keyrings/login.keyring", ".vault-token", ".aws/credentials"],
  ...[".azure/msal_token_cache.json", ".kube/config", ".docker/config.json", ".config/containers/auth.json"],
  ...[".config/gcloud/credentials.db", ".boto", ".s3cfg", ".config/rclone/rclone.conf", ".config/doctl/config.yaml"],
  ...[".oci/config", ".terraform.d/credentials.tfrc.json", ".databrickscfg", ".snowsql/config", ".fly/config.yml"],
  ...[".vercel/auth.json", ".local/share/com.vercel.cli/auth.json", ".wrangler/config/default.toml"],
  ...[".config/.wrangler/config/default.toml", ".supabase/access-token", ".npmrc", ".yarnrc.yml", ".config/pnpm/rc"],
  ...[".pypirc", ".config/pip/pip.conf", ".config/pypoetry/auth.toml", ".cargo/credentials", ".cargo/credentials.toml"],
  ...[".gem/credentials", ".bundle/config", ".composer/auth.json", ".config/composer/auth.json", ".m2/settings.xml"],
  ...[".gradle/gradle.properties", ".pgpass", ".my.cnf", ".mylogin.cnf", ".cache/huggingface/token"],
  ...[".claude/.credentials.json", ".claude.json", ".codex/auth.json", ".gemini/oauth_creds.json"],
  ...[".config/github-copilot/apps.json", ".local/share/opencode/auth.json", ".config/holdall/policy.json"],
  ...[".mozilla/firefox/x/logins.json", ".config/google-chrome/Default/Cookies", ".bash_history", ".python_history"],
];

let space: ReturnType<typeof workspace>;
let home: string;

beforeEach(() => {
  space = workspace({ ...Object.fromEntries(logins.map((path) => [join("home", path), mark])), "home/project/a": "a" });
  home = join(space.root, "home");
  vi.stubEnv("HOME", home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  space.remove();
});

/** Everything that can be read below a folder and says what logins do. */
const searchFor = (folder: string) => `grep -rsl ${mark} ${folder} /proc/1/root${folder} /proc/self/cwd/`;

describe.each(candidates)("in $name, level $level, $lacks", ({ lacks, level, open }) => {
  // The probe says why the sandbox does not work here.
  it.skipIf(lacks)("no login can be read below a root that is the home folder", async () => {
    await using sandbox = await open({ roots: [home] });
    const { out, report } = await run(sandbox, `${searchFor(home)}; cat project/a`, { cwd: home, level });
    expect([out, report.failure]).toEqual(["a", undefined]);
  });
});

const [{ lacks = "" } = {}] = candidates;

// The probe says why the sandbox does not work here.
describe.skipIf(lacks)(`a login${lacks}`, () => {
  let open: (roots?: readonly string[]) => Sandbox;
  beforeAll(() => {
    open = (roots = [home]) => bubblewrap({ roots });
  });

  it("stays hidden below the home folder, the folder around it, and roots in each other", async () => {
    for (const roots of [[home], [space.root], [space.root, home], [join(home, "project"), home]]) {
      const { out } = await run(open(roots), searchFor(space.root), { cwd: home });
      expect([roots, out]).toEqual([roots, ""]);
    }
  });

  it("stays hidden in a folder that is shown for reading", async () => {
    const { out } = await run(open([join(home, "project")]), searchFor(home), {
      cwd: join(home, "project"),
      readable: [home],
    });
    expect(out).toBe("");
  });

  it("stays hidden where it is a link, and where something links to it", async () => {
    const elsewhere = join(space.root, "dotfiles");
    mkdirSync(elsewhere);
    renameSync(join(home, ".npmrc"), join(elsewhere, "npmrc"));
    symlinkSync(join(elsewhere, "npmrc"), join(home, ".npmrc"));
    renameSync(join(home, ".aws"), join(elsewhere, "aws"));
    symlinkSync(join(elsewhere, "aws"), join(home, ".aws"));
    symlinkSync(join(home, ".ssh"), join(home, "project/ssh"));
    const { out } = await run(open([space.root]), searchFor(space.root), { cwd: home });
    expect(out).toBe("");
  });

  it("cannot be taken along by moving a folder above it away", async () => {
    const script = `for d in .config .cargo .local .claude; do mv $d $d-moved; done; ${searchFor(home)}`;
    const { out, errors } = await run(open(), script, { cwd: home });
    expect(out).toBe("");
    expect(errors.match(/Device or resource busy|Read-only file system/g)).toHaveLength(4);
    expect(readdirSync(home).filter((name) => name.endsWith("-moved"))).toEqual([]);
  });

  it("is nothing that a command can replace or remove", async () => {
    await run(open(), "rm -rf .npmrc .ssh; echo evil > .pgpass; mv .netrc x; echo x > .ssh/authorized_keys", {
      cwd: home,
    });
    for (const path of [".npmrc", ".ssh/id_rsa", ".pgpass", ".netrc"])
      expect(readFileSync(join(home, path), "utf8")).toBe(mark);
    expect(readdirSync(join(home, ".ssh"))).not.toContain("authorized_keys");
  });

  it("is hidden where a variable says that it is", async () => {
    const places = {
      CARGO_HOME: "credentials.toml",
      CODEX_HOME: "auth.json",
      XDG_CONFIG_HOME: "gh/hosts.yml",
      KUBECONFIG: "",
    };
    for (const [variable, name] of Object.entries(places)) {
      const path = join(space.root, "moved", variable);
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), mark);
      vi.stubEnv(variable, path);
    }
    const { out } = await run(open([join(space.root, "moved")]), searchFor(join(space.root, "moved")), {
      cwd: join(space.root, "moved"),
    });
    expect(out).toBe("");
  });

  it("leaves a file that its program can still read: empty, or as empty as JSON and XML can be", async () => {
    const script = "cat .docker/config.json .m2/settings.xml .npmrc && mkdir .cargo/registry && echo made";
    expect((await run(open(), script, { cwd: home })).out).toBe("{}\n<settings/>\n\nmade\n");
  });

  it("of a project is none: what lies in a root by such a name is the project's", async () => {
    writeFileSync(join(home, "project/.npmrc"), "registry=x");
    expect((await run(open([join(home, "project")]), "cat .npmrc", { cwd: join(home, "project") })).out).toBe(
      "registry=x",
    );
  });

  it("may be a root, if the host says so", async () => {
    const { out } = await run(open([join(home, ".config/holdall")]), "cat policy.json", {
      cwd: join(home, ".config/holdall"),
    });
    expect(out).toBe(mark);
  });
});

// The probe says why the sandbox does not work here.
describe.skipIf(lacks)(`a launch${lacks}`, () => {
  const launch = (roots: readonly string[]) =>
    bubblewrap({ roots }).launch({ argv: ["true"], cwd: home, env: {}, level: "default" } satisfies SandboxRequest);

  it.each([
    ["that was not there", () => rmSync(join(home, ".npmrc")), () => writeFileSync(join(home, ".npmrc"), mark)],
    [
      "that is replaced, which takes away what hid it",
      () => {},
      () => {
        writeFileSync(join(home, "new"), mark);
        renameSync(join(home, "new"), join(home, ".codex/auth.json"));
      },
    ],
    [
      "whose folder was not there",
      () => rmSync(join(home, ".ssh"), { recursive: true }),
      () => mkdirSync(join(home, ".ssh")),
    ],
  ])("is out of date with a login %s", async (_, before, after) => {
    before();
    await using started = await launch([home]);
    expect(started.isCurrent?.()).toBe(true);
    after();
    expect(started.isCurrent?.()).toBe(false);
    await using next = await launch([home]);
    expect(next.isCurrent?.()).toBe(true);
  });

  it("is not when a login is written, read or removed", async () => {
    await using started = await launch([home]);
    writeFileSync(join(home, ".ssh/known_hosts"), "x");
    writeFileSync(join(home, ".npmrc"), "x");
    execFileSync("cat", [join(home, ".netrc")]);
    rmSync(join(home, ".pgpass"));
    expect(started.isCurrent?.()).toBe(true);
  });
});
