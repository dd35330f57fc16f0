import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { ToolError } from "@holdall/tool-core";
import { isInside, realPlace } from "@holdall/tool-kit/node";
import type { Secrets } from "@holdall/tool-kit/secrets";
import { UsageError } from "../../usage-error.ts";
import { foreignReason } from "../ownership/ownership.ts";
import { homeFolder, userFolder } from "../ownership/user-folder.ts";
import type { Settings } from "../read/settings.ts";
import { parseSecretFlag } from "./parse-secret-flag.ts";
import type { SecretsConfig } from "./secrets-schema.ts";

/** The user's own file, in the user's folder. */
const ownSecrets = (env: NodeJS.ProcessEnv): string => join(userFolder(env), "secrets.yaml");

type Where = Pick<Settings, "file" | "config" | "cwd" | "root" | "moreRoots" | "backend">;

/**
 * Secrets of the user's own `secrets.yaml`, of a configuration that was named, and of `--secret`; the later wins a name. Undefined
 * where there are none. Throws UsageError for what is not understood, and for a file below a root, which is not the user's alone.
 */
export async function findSecrets(
  settings: Where,
  flags: readonly string[] | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Secrets | undefined> {
  const { file, config, cwd } = settings;
  const own = await readOwn(env);
  const from = file === undefined ? cwd : dirname(file);
  const entries: SecretsConfig = {
    ...placed(own, dirname(ownSecrets(env)), env),
    ...placed(config.secrets ?? {}, from, env),
    ...placed(Object.fromEntries((flags ?? []).map(parseSecretFlag)), cwd, env),
  };
  if (Object.keys(entries).length === 0) return undefined;
  for (const [name, { file: path }] of Object.entries(entries)) if (path !== undefined) checkFile(name, path, settings);
  const { openSecrets } = await import("@holdall/middleware/node");
  try {
    return openSecrets(entries, { env });
  } catch (thrown) {
    throw ToolError.is(thrown) ? new UsageError(thrown.message, thrown.hint) : thrown;
  }
}

async function readOwn(env: NodeJS.ProcessEnv): Promise<SecretsConfig> {
  const file = ownSecrets(env);
  if (!existsSync(file)) return {};
  const why = foreignReason(file);
  if (why !== undefined) throw new UsageError(`${file} is not used: ${why}.`, `chmod 600 ${file}, as its owner.`);
  const [{ readYaml }, { secretsSchema }] = await Promise.all([
    import("../read/read-config.ts"),
    import("./secrets-schema.ts"),
  ]);
  return readYaml(file, secretsSchema);
}

/** Files start in the folder of what names them, or in the home folder. */
const placed = (entries: SecretsConfig, from: string, env: NodeJS.ProcessEnv): SecretsConfig =>
  Object.fromEntries(
    Object.entries(entries).map(([name, { file, ...entry }]) => [
      name,
      { ...entry, ...(file !== undefined && { file: resolve(from, inHome(file, env)) }) },
    ]),
  );

const inHome = (file: string, env: NodeJS.ProcessEnv): string =>
  file.startsWith("~/") ? join(homeFolder(env), file.slice(2)) : file;

/** Tools, and commands, may read and change what is below a root. */
function checkFile(name: string, path: string, { root, moreRoots, backend }: Where): void {
  const roots = backend || !isAbsolute(root) ? [] : [root, ...moreRoots];
  const real = realPlace(path) ?? path;
  if (!roots.some((folder) => isInside(real, realPlace(folder) ?? folder))) return;
  throw new UsageError(
    `The secret ${name} is in ${path}, inside a root, where the tools could read and change it.`,
    "Put the file outside of the roots, such as below ~/.config.",
  );
}
