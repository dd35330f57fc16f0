/** Variables that commands may see, where the host has them. */
const inherited = "HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR".split(" ");

/** There is no terminal: programs that would page, prompt or open an editor continue without it. */
const unattended: Readonly<Record<string, string>> = {
  TERM: "dumb",
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  SYSTEMD_PAGER: "cat",
  AWS_PAGER: "",
  GIT_EDITOR: "true",
  GIT_TERMINAL_PROMPT: "0",
  SSH_ASKPASS_REQUIRE: "never",
  DEBIAN_FRONTEND: "noninteractive",
};

/**
 * The environment of commands: a few names of the host's, what keeps programs from waiting for the user, and `extra`.
 * Everything else that the host knows stays with it.
 */
export function cleanEnvironment(
  extra: Readonly<Record<string, string>> = {},
  host: NodeJS.ProcessEnv = process.env,
): Readonly<Record<string, string>> {
  const kept = Object.entries(host).filter(([name]) => inherited.includes(name) || /^LC_[A-Z]+$/.test(name));
  const all = { ...Object.fromEntries(kept), PATH: searchPath(host.PATH), ...unattended, ...withGitSettings(extra) };
  return Object.fromEntries(
    Object.entries(all).filter(
      (entry): entry is [string, string] => /^[A-Za-z_]\w*$/.test(entry[0]) && entry[1] !== undefined,
    ),
  );
}

/**
 * Git settings that override those of any repository: a folder that only looks like a repository is not used as one, and
 * none names a program that git would run by itself. A user's own are overridden, too: git cannot tell them apart here.
 */
const gitSettings: Readonly<Record<string, string>> = {
  "safe.bareRepository": "explicit",
  "core.fsmonitor": "false",
  "core.pager": "cat",
  "sequence.editor": "true",
  "log.showSignature": "false",
};

/** Variables with `gitSettings` behind the settings that they already hold. */
function withGitSettings(extra: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { GIT_CONFIG_COUNT: given = "0" } = extra;
  const count = /^\d+$/.test(given) ? Number(given) : 0;
  const added = Object.entries(gitSettings).flatMap(([key, value], i) => [
    [`GIT_CONFIG_KEY_${count + i}`, key],
    [`GIT_CONFIG_VALUE_${count + i}`, value],
  ]);
  return { ...extra, ...Object.fromEntries(added), GIT_CONFIG_COUNT: String(count + added.length / 2) };
}

/** `PATH` without entries that depend on the folder one is in. */
export function searchPath(path = ""): string {
  const absolute = path.split(":").filter((folder) => folder.startsWith("/"));
  return (absolute.length > 0 ? absolute : ["/usr/local/bin", "/usr/bin", "/bin"]).join(":");
}
