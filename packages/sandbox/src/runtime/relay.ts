import { dirname } from "node:path";
import type { Relay } from "../bubblewrap/launch.ts";
import { cannotSandbox, type Manager } from "./runtime.ts";

/**
 * The way to the runtime's proxy, for a program in our own profile. The runtime is asked to wrap a command without rules
 * for files, and of what it says only this is taken: the socket of its proxy, the variables that lead programs to it, and
 * the script that listens for them. What it mounts, and the rights it leaves, are not.
 */
export async function openRelay(
  manager: Manager,
  commandId: string,
  credentials?: RelayCredentials,
): Promise<OpenedRelay> {
  const { argv } = await manager.wrapWithSandboxArgv(
    marker,
    shell,
    credentials ? withCredentials(credentials) : { filesystem: noRules },
    undefined,
    "/",
    {
      commandId,
    },
  );
  const words = unquote(argv.at(-1) ?? "");
  const end = words.indexOf("--");
  const options = words.slice(0, Math.max(0, end));
  const script = scriptIn(scriptIn(words.slice(end + 1)).flatMap(unquote))[0] ?? "";
  const sockets = [manager.getLinuxHttpSocketPath(), manager.getLinuxSocksSocketPath()];
  const mounts = Array.from(new Set(sockets), (path) => (path === undefined ? [] : ["--bind", path, path]));
  const variables = options.flatMap((word, at) => {
    const [name = "", value = ""] = options.slice(at + 1, at + 3);
    return word === "--setenv" && name !== "TMPDIR" ? [["--setenv", name, value]] : [];
  });
  if (mounts.flat().length === 0)
    throw cannotSandbox("the proxy of the sandbox runtime is closed", "Open the sandbox again.");
  const missing = [
    ...(script.endsWith(`\neval ${marker}`) ? [] : ["the script that listens"]),
    ...(variables.some(([, name]) => name === "HTTPS_PROXY") ? [] : ["the variables"]),
  ];
  if (missing.length > 0) {
    throw cannotSandbox(
      `this version of the sandbox runtime does not say how to reach its proxy: ${missing.join(" and ")} cannot be found in ${options.length} options`,
      "Install the version that @holdall/sandbox lists as its peer dependency.",
    );
  }
  const ports = new Set(Array.from(script.matchAll(/-LISTEN:(\d+)/g), ([, port]) => Number(port)));
  const listening = [script.slice(0, -`eval ${marker}`.length), ...waitFor([...ports]), 'exec "$@"'].join("\n");
  const values = Object.fromEntries(variables.map(([, name = "", value = ""]) => [name, value]));
  const trusted = values.SSL_CERT_FILE;
  return {
    variables: values,
    folders: trusted === undefined ? [] : [dirname(trusted)],
    words: [...mounts.flat(), ...variables.flat()],
    wrap: (inside) => [shell, "--norc", "--noprofile", "-c", listening, "bash", ...inside],
  };
}

/** What the runtime masks for one command. Read as soon as it wraps the command, and no later. */
export type RelayCredentials = () => NonNullable<WrapConfig["credentials"]>;

type WrapConfig = NonNullable<Parameters<Manager["wrapWithSandboxArgv"]>[2]>;

interface OpenedRelay extends Relay {
  /** What the program gets in its environment. */
  readonly variables: Readonly<Record<string, string>>;
  /** Folders that the program reads, with the certificates that it trusts. */
  readonly folders: readonly string[];
}

const withCredentials = (credentials: RelayCredentials): WrapConfig => ({
  filesystem: noRules,
  get credentials() {
    return credentials();
  },
});

/**
 * Wait until programs listen at ports, which the runtime starts without waiting for them: a first connection would be refused.
 * Looks at the tables of the kernel, in which 0A is a socket that listens, and connects to none of them. Ends after 10 seconds.
 */
const waitFor = (ports: readonly number[]): readonly string[] => [
  "exec {idle}<> <(:)",
  `for port in ${ports.map((port) => port.toString(16).toUpperCase().padStart(4, "0")).join(" ")}; do`,
  "  for ((left = 500; left > 0; left--)); do",
  '    { tables="$(</proc/net/tcp)$(</proc/net/tcp6)"; } 2>/dev/null',
  "    [[ $tables =~ :$port\\ 0+:0000\\ 0A ]] && break",
  '    read -r -t 0.02 -u "$idle"',
  "  done",
  '  [[ $left -gt 0 ]] || { echo "holdall-relay: the proxy of the sandbox did not start" >&2; exit 125; }',
  "done",
  "exec {idle}<&-; unset idle port left tables",
];

const shell = "/bin/bash";
const marker = "holdall-command";
export const noRules = { disabled: true, denyRead: [], allowRead: [], allowWrite: [], denyWrite: [] };

/** The script of `bash -c SCRIPT`. */
const scriptIn = ([program, flag, ...rest]: readonly string[]): readonly string[] =>
  program === shell && flag === "-c" && rest.length === 1 ? rest : [];

/** The words of a command line that is quoted by single quotes, by double quotes around a single one, or not at all. */
function unquote(line: string): string[] {
  return Array.from(line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g), ([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ""),
  );
}
