import { bubblewrap, describeLimits, type Probe, probeSandbox, sandboxRuntime } from "@holdall/sandbox";
import { ToolError } from "@holdall/tool-core";
import { createDisposeStack, isLinux } from "@holdall/tool-kit/node";
import type { Finding } from "./finding.ts";

/** Every kind of sandbox, probed with a program that tries to break out. */
export async function checkSandboxes(): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (isLinux())
    findings.push(findingOf("bubblewrap", await probeSandbox(bubblewrap, { level: "network" }), bubblewrapFix));
  await using opened = createDisposeStack();
  const probe = await probeSandbox(async (where) => opened.use(await sandboxRuntime(where)), { level: "network" });
  findings.push(findingOf("sandbox runtime", probe, runtimeFix));
  return findings;
}

/** Whether what must not change below a root can be protected from commands. Nothing where there is no sandbox to do it. */
export async function checkProtected(root: string): Promise<Finding[]> {
  const name = "protected files";
  try {
    const sandbox = bubblewrap({ roots: [root] });
    await using launch = await sandbox.launch({ argv: ["true"], cwd: root, env: {}, level: "default" });
    return [
      {
        name,
        state: "works",
        text: `commands cannot change files in the root that can run code and exist when a command starts; ones that they create are taken out of their place when they end, unless you approve them. Enforced by ${launch.argv[0]}`,
      },
    ];
  } catch (error) {
    if (!ToolError.is(error) || error.data?.unprotected === undefined) return [];
    return [
      {
        name,
        state: "missing",
        text: String(error.data.unprotected),
        fix: "choose a smaller --root, or remove some of those files; until then, every command asks to run without a sandbox",
      },
    ];
  }
}

function findingOf(name: string, { works, problems }: Probe, fix: (problem: string) => string): Finding {
  if (works) {
    const limits = describeLimits(name === "bubblewrap" ? "bubblewrap" : "sandbox-runtime");
    const text = `confines files, network, processes and the kernel's settings. Its limits: ${limits.join(" ")}`;
    return { name, state: "works", text };
  }
  const text = problems.join(" ");
  return { name, state: "missing", text, fix: fix(text) };
}

const commandsAsk =
  "without a sandbox, commands ask unless all they do is known; commands that rules allow are checked before they run but not confined; or use --shell portable, whose commands run no programs";

function bubblewrapFix(problem: string): string {
  if (/not installed/.test(problem)) return `apt-get install bubblewrap; ${commandsAsk}`;
  if (/namespace|No space left|Operation not permitted|uid map/i.test(problem))
    return `allow user namespaces: sysctl kernel.unprivileged_userns_clone=1, on Ubuntu an AppArmor profile for bwrap, in a container --security-opt seccomp=unconfined; ${commandsAsk}`;
  if (/mount proc/i.test(problem))
    return `in a container, run with --security-opt systempaths=unconfined; ${commandsAsk}`;
  return commandsAsk;
}

const withoutRuntime =
  "it is optional on Linux: without it, the relay of bubblewrap gives commands named hosts and secrets, except for signatures of AWS";

function runtimeFix(problem: string): string {
  if (/not installed/.test(problem)) return `npm install @anthropic-ai/sandbox-runtime; ${withoutRuntime}`;
  return `apt-get install bubblewrap socat; ${withoutRuntime}`;
}
