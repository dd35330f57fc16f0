import { type BigIntStats, lstatSync, realpathSync, statSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";

/** Something of the host's that nothing in a sandbox may read or reach, as it is now. */
export interface Hidden {
  /** Without links. */
  readonly path: string;
  readonly isFolder: boolean;
  /** Another value when it was replaced: what hid it before is gone then. */
  readonly identity: string;
}

/** Logins and histories, below the home folder or from the root. */
const names = [
  // Keys and the logins of version control.
  ...[".ssh", ".gnupg", ".git-credentials", ".config/git/credentials", ".config/gh", ".config/hub", ".config/glab-cli"],
  ...[".netrc", "_netrc", ".password-store", ".local/share/keyrings", ".vault-token", ".config/op", ".config/sops/age"],
  // Clouds and clusters.
  ...[".aws", ".azure", ".kube", ".docker/config.json", ".config/containers/auth.json", ".config/gcloud", ".boto"],
  ...[".s3cfg", ".config/rclone", ".rclone.conf", ".config/doctl", ".oci", ".aliyun", ".config/hcloud"],
  ...[".terraform.d/credentials.tfrc.json", ".terraformrc", ".pulumi/credentials.json", ".databrickscfg", ".snowsql"],
  ...[".snowflake", ".fly", ".heroku", ".vercel/auth.json", ".local/share/com.vercel.cli", ".config/netlify"],
  ...[".wrangler", ".config/.wrangler", ".supabase", ".config/stripe", ".config/configstore", ".railway"],
  ...[".expo/state.json", ".sentryclirc"],
  // Package registries and builds.
  ...[".npmrc", ".yarnrc.yml", ".config/pnpm/rc", ".bunfig.toml", ".pypirc", ".pip/pip.conf", ".config/pip/pip.conf"],
  ...[".config/pypoetry/auth.toml", ".cargo/credentials", ".cargo/credentials.toml", ".gem/credentials"],
  ...[".local/share/gem/credentials", ".bundle/config", ".composer/auth.json", ".config/composer/auth.json"],
  ...[".m2/settings.xml", ".m2/settings-security.xml", ".gradle/gradle.properties", ".hex/hex.config"],
  // Data.
  ...[".pgpass", ".pg_service.conf", ".my.cnf", ".mylogin.cnf", ".rediscli_auth", ".kaggle", ".huggingface/token"],
  ...[".cache/huggingface/token", ".cache/huggingface/stored_tokens"],
  // Agents and assistants.
  ...[".claude/.credentials.json", ".claude.json", ".codex/auth.json", ".gemini/oauth_creds.json"],
  ...[".config/github-copilot", ".copilot", ".local/share/opencode/auth.json", ".config/holdall"],
  // Browsers and mail.
  ...[".mozilla", ".thunderbird", ".config/google-chrome", ".config/chromium", ".config/BraveSoftware"],
  ...[".config/microsoft-edge", ".config/Slack", ".config/Signal", ".config/Bitwarden", ".config/1Password"],
  // What was typed.
  ...[".bash_history", ".zsh_history", ".local/share/fish/fish_history", ".node_repl_history", ".psql_history"],
  ...[".python_history", ".mysql_history", ".sqlite_history", ".rediscli_history", ".lesshst", ".viminfo"],
  ...["/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/sudoers", "/etc/sudoers.d"],
  ...["/etc/ssl/private", "/etc/krb5.keytab"],
];

/** Variables that say where a login is instead, and what is one there; without that it is all of it. */
const moved: Readonly<Record<string, readonly string[] | undefined>> = {
  AWS_SHARED_CREDENTIALS_FILE: undefined,
  AZURE_CONFIG_DIR: undefined,
  BOTO_CONFIG: undefined,
  CARGO_HOME: ["credentials", "credentials.toml"],
  CLAUDE_CONFIG_DIR: [".credentials.json", ".claude.json"],
  CLOUDSDK_CONFIG: undefined,
  CODEX_HOME: ["auth.json"],
  COMPOSER_HOME: ["auth.json"],
  DOCKER_CONFIG: ["config.json"],
  GH_CONFIG_DIR: undefined,
  GNUPGHOME: undefined,
  GOOGLE_APPLICATION_CREDENTIALS: undefined,
  HF_TOKEN_PATH: undefined,
  KUBECONFIG: undefined,
  NETRC: undefined,
  NPM_CONFIG_USERCONFIG: undefined,
  PASSWORD_STORE_DIR: undefined,
  PGPASSFILE: undefined,
  RCLONE_CONFIG: undefined,
};

/** Variables that stand for a folder of the home folder. */
const bases = { XDG_CONFIG_HOME: ".config/", XDG_DATA_HOME: ".local/share/" } as const;

/** What of all that is there now, and of what the host names; relative ones below the home folder. */
export function findSecrets(more: readonly string[] = [], env: NodeJS.ProcessEnv = process.env): readonly Hidden[] {
  const wanted = [...names, ...more];
  const paths = homes(env).flatMap((home) => wanted.map((path) => (isAbsolute(path) ? path : join(home, path))));
  for (const [variable, parts = [""]] of Object.entries(moved))
    for (const place of (env[variable] ?? "").split(":"))
      if (isAbsolute(place)) paths.push(...parts.map((part) => join(place, part)));
  for (const [variable, folder] of Object.entries(bases)) {
    const place = env[variable] ?? "";
    const inside = isAbsolute(place) ? names.filter((name) => name.startsWith(folder)) : [];
    paths.push(...inside.map((name) => join(place, name.slice(folder.length))));
  }
  return [...new Set(paths)].flatMap((path) => hiddenAt(path) ?? []);
}

/** As the environment says it, and as the system does. */
function homes(env: NodeJS.ProcessEnv): readonly string[] {
  const found = [env.HOME, homedir()];
  try {
    found.push(userInfo().homedir);
  } catch {
    // The user has no entry in the system's list.
  }
  return [...new Set(found.filter((home): home is string => home !== undefined && isAbsolute(home)))];
}

/** A file, folder or socket that is there; nothing for devices, which people link what they do not want to keep to. */
export function hiddenAt(path: string): Hidden | undefined {
  try {
    // Most are not there: the cheapest question first.
    if (!lstatSync(path, { throwIfNoEntry: false })) return undefined;
    const real = realpathSync.native(path);
    const stat = statSync(real, { bigint: true });
    if (real === "/" || stat.isCharacterDevice() || stat.isBlockDevice()) return undefined;
    return { path: real, isFolder: stat.isDirectory(), identity: identityOf(stat) };
  } catch (error) {
    // It leads nowhere, has just gone, or is out of our own reach and so out of that of what we start.
    if (["ENOENT", "ELOOP", "ENOTDIR", "EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? ""))
      return undefined;
    throw error;
  }
}

const identityOf = ({ dev, ino, birthtimeNs }: BigIntStats): string => `${dev}:${ino}:${birthtimeNs}`;
