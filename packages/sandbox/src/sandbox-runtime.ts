import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Sandbox, type SandboxLaunch, type SandboxRequest, ToolError } from "@holdall/tool-core";
import { deniedHosts, deniedWrites, sandboxFailure } from "./_denials.ts";
import { limited } from "./_limits.ts";
import { placesOf } from "./_places.ts";
import { findProtected, putAside, removeEmpty } from "./_protected-files.ts";
import type { SandboxOptions } from "./options.ts";

export interface SandboxRuntimeOptions extends SandboxOptions {
  /** What programs of the level `network` may always reach: names, `*.name`, each with an optional `:port`. */
  readonly domains?: readonly string[] | undefined;
}

type Runtime = typeof import("@anthropic-ai/sandbox-runtime");

/** The runtime keeps one state for the whole process, so only one sandbox of it can be open. */
let opened: object | undefined;

/**
 * Confine programs with `@anthropic-ai/sandbox-runtime` (an optional peer), which can let through named domains. Every
 * level but `all`; some ten times as slow to start as `bubblewrap`. Protected paths are worked out here, for every root:
 * the runtime's own list knows only the folder that this process runs in. On macOS it uses Seatbelt (experimental here).
 * Throws `unavailable` when it is not installed, cannot run, or is in use by another sandbox of this process.
 */
export async function sandboxRuntime({
  domains = [],
  limits,
  ...options
}: SandboxRuntimeOptions): Promise<Sandbox & AsyncDisposable> {
  const { SandboxManager } = await loadRuntime();
  if (opened)
    throw cannot(
      "another sandbox of this process uses the sandbox runtime",
      "Use one sandbox for all sessions, or dispose the other first.",
    );
  const self = {};
  opened = self;
  const places = placesOf(options);
  const temporary = mkdtempSync(join(tmpdir(), "holdall-sandbox-"));
  const filesystem = (denyWrite: readonly string[], isReadOnly = false) => ({
    denyRead: [...places.secretFolders, ...places.secretFiles],
    allowRead: [runtimeFolder()],
    allowWrite: [...(isReadOnly ? [] : [...places.roots, ...places.writable]), temporary],
    denyWrite: [...denyWrite],
  });
  try {
    await SandboxManager.initialize({ network: { allowedDomains: [], deniedDomains: [] }, filesystem: filesystem([]) });
  } catch (cause) {
    opened = undefined;
    throw cannot("the sandbox runtime cannot start", "Run `holdall doctor` to see what is missing.", cause);
  }

  return {
    name: "sandbox-runtime",
    confines: (level) => level !== "all",
    async launch({ argv, cwd, env, level, domains: named = [] }: SandboxRequest): Promise<SandboxLaunch> {
      if (level === "all") throw cannot("the level all is no sandbox", "Ask for another level.");
      const files = findProtected(places.roots, (path) => level === "git_write" && /(^|\/)\.git(\/|$)/.test(path));
      const aside = mkdtempSync(join(tmpdir(), "holdall-aside-"));
      const allowedDomains = [...domains, ...named];
      const commandId = randomBytes(16).toString("base64url");
      if (level === "network") SandboxManager.registerCommandNetworkLists(commandId, { allowedDomains });
      const wrapped = await SandboxManager.wrapWithSandboxArgv(
        `cd ${quoted(cwd)} && export TMPDIR=${quoted(temporary)} && exec ${limited(argv, limits).map(quoted).join(" ")}`,
        "/bin/bash",
        { filesystem: filesystem(files.paths, level === "read_only") },
        undefined,
        cwd,
        { commandId },
      );
      return {
        argv: wrapped.argv,
        env: { ...proxyOf(wrapped.env), ...env, TMPDIR: temporary },
        killsTree: process.platform === "linux",
        async report(errors) {
          const { changed, added } = files.changes();
          const failure = sandboxFailure(errors);
          const moved = added.map((path) => `${path} (put aside: ${putAside(path, aside)})`);
          return {
            needed: {
              write: [...new Set([...deniedWrites(errors, cwd), ...added])],
              network: [...new Set([...deniedHosts(errors), ...violations(SandboxManager, commandId)])],
            },
            tampered: [...changed, ...moved],
            ...(failure !== undefined && { failure }),
          };
        },
        async [Symbol.asyncDispose]() {
          SandboxManager.unregisterCommandNetworkLists(commandId);
          SandboxManager.cleanupAfterCommand();
          removeEmpty(aside);
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await SandboxManager.reset();
      rmSync(temporary, { recursive: true, force: true });
      if (opened === self) opened = undefined;
    },
  };
}

async function loadRuntime(): Promise<Runtime> {
  try {
    return await import("@anthropic-ai/sandbox-runtime");
  } catch (cause) {
    throw cannot(
      "@anthropic-ai/sandbox-runtime is not installed",
      "Install it beside @holdall/sandbox: npm install @anthropic-ai/sandbox-runtime.",
      cause,
    );
  }
}

/** Its helper programs must stay readable whatever is hidden. */
const runtimeFolder = (): string =>
  dirname(dirname(createRequire(import.meta.url).resolve("@anthropic-ai/sandbox-runtime")));

/** The variables that lead programs to the runtime's proxy; nothing else of this process's environment. */
const proxyOf = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined &&
      /proxy|^SANDBOX_|^GIT_SSH_COMMAND$|^(NODE_EXTRA_CA|SSL|REQUESTS_CA|CURL_CA)/i.test(name) &&
      process.env[name] !== value
        ? [[name, value]]
        : [],
    ),
  );

function violations(manager: Runtime["SandboxManager"], commandId: string): string[] {
  return manager
    .getSandboxViolationStore()
    .getViolationsForCommand(commandId)
    .flatMap(({ line }) => /\b([\w-]+(?:\.[\w-]+)+)(?::\d+)?\b/.exec(line)?.[1] ?? []);
}

const quoted = (word: string): string => `'${word.split("'").join(`'\\''`)}'`;

const cannot = (what: string, hint: string, cause?: unknown) =>
  new ToolError("unavailable", `Cannot sandbox: ${what}.`, { hint, cause });
