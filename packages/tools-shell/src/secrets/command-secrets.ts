import type { Sandbox, SandboxLaunch, SandboxLevel } from "@holdall/sandbox/port";
import { type Access, ToolError } from "@holdall/tool-core";
import {
  isSecretName,
  readHostPattern,
  replaceSecrets,
  type Secrets,
  secretInfo,
  secretNames,
} from "@holdall/tool-kit/secrets";
import * as z from "zod";

/** The parameter of commands that may use secrets. */
export const envSchema = z
  .record(z.string().regex(/^[A-Za-z_]\w*$/, "is not the name of a variable"), z.string())
  .optional()
  .describe("Variables; secret:NAME as a value, with permissions network");

/** The secrets that a command names. */
export interface CommandSecrets {
  readonly names: readonly string[];
  /** Names in the command after `secret:` that are no secrets: ordinary text. */
  readonly unknown: readonly string[];
  /** The command after its variables, which it sets itself: what is judged, and what runs in the sandbox. */
  readonly text: string;
}

interface SecretCommand {
  readonly command: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/**
 * The secrets of a command: those that it or its variables name as `secret:NAME`, and with the network those of which it uses
 * the variable `$NAME`. Throws `not_found` for a variable with a name that does not exist; in the command, that is ordinary text.
 */
export function secretsOf(
  { command, env = {} }: SecretCommand,
  level: SandboxLevel,
  secrets: Secrets | undefined,
): CommandSecrets {
  if (!secrets) return { names: [], unknown: [], text: command };
  const inEnv = Object.values(env).flatMap(secretNames);
  for (const name of inEnv) secretInfo(secrets, name);
  const inCommand = secretNames(command);
  const unknown = inCommand.filter((name) => !isSecretName(secrets, name));
  const named = [...inCommand.filter((name) => isSecretName(secrets, name)), ...inEnv];
  const expanded =
    level === "network" ? secrets.list().flatMap(({ name }) => (expands(command, name) ? name : [])) : [];
  const free = expanded.filter((name) => !Object.hasOwn(env, name));
  const variables = { ...Object.fromEntries(free.map((name) => [name, `secret:${name}`])), ...env };
  const words = Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)}`);
  return {
    names: [...new Set([...named, ...free])],
    unknown,
    // In the same line, so that the numbers of lines in errors are those of the command.
    text: words.length === 0 ? command : `export ${words.join(" ")}; ${command}`,
  };
}

const quoted = (value: string): string => `'${value.split("'").join(String.raw`'\''`)}'`;

const expands = (command: string, name: string): boolean =>
  new RegExp(`\\$(?:${name}(?!\\w)|\\{${name}\\W)`).test(command);

/** The hosts that a command reaches with its secrets, as a sandbox takes them. */
export const hostsOfSecrets = (names: readonly string[], secrets: Secrets | undefined): readonly string[] => [
  ...new Set(
    names.flatMap((name) => (secrets ? secretInfo(secrets, name).hosts : [])).flatMap((host) => domainOf(host) ?? []),
  ),
];

/** `http://` is about encryption, which the sandbox does not ask about. */
function domainOf(host: string): string | undefined {
  const pattern = readHostPattern(host);
  return (
    pattern && `${pattern.below ? "*." : ""}${pattern.host}${pattern.port === undefined ? "" : `:${pattern.port}`}`
  );
}

/** The accesses that these hosts are. */
export const accessOfSecrets = (names: readonly string[], secrets: Secrets | undefined): Access[] =>
  hostsOfSecrets(names, secrets).map((target) => ({ action: "network", target }));

/** Throw, before a command runs, where its secrets could not be kept from it. */
export function requireMasking([name]: readonly string[], level: SandboxLevel, sandbox: Sandbox | undefined): void {
  if (name === undefined || (level === "network" && sandbox?.masksSecrets)) return;
  if (sandbox?.masksSecrets && level !== "all")
    throw new ToolError(
      "invalid_input",
      `secret:${name} is put in where a request leaves the sandbox, and this command has no network. It was not run.`,
      { hint: `Call again with permissions set to network. ${asText(name)}`, data: { secret: name } },
    );
  const why = level === "all" ? "it runs without a sandbox" : "this sandbox does not see what requests contain";
  throw new ToolError("unavailable", `The command cannot get secret:${name}: ${why}. It was not run.`, {
    hint:
      sandbox?.masksSecrets === true
        ? `Call again with permissions set to network. ${asText(name)}`
        : `Use {fetch_url} with a header such as authorization: Bearer secret:${name}, or ask the user to install bubblewrap, on Linux. ${asText(name)}`,
    data: { secret: name },
  });
}

/** A shell reads quotes between the parts as nothing. */
const asText = (name: string): string => `If the command means these words and not the value, write "secret":${name}.`;

/** What stands for each secret of a command. Throws `unavailable` where the sandbox gave none. */
export function standInsOf(names: readonly string[], launch: SandboxLaunch | undefined) {
  return (name: string): string => {
    const standIn = launch?.standIns?.[name];
    if (names.includes(name) && standIn !== undefined) return standIn;
    throw new ToolError("unavailable", `The sandbox did not mask secret:${name}. The command was not run.`, {
      hint: "Tell the user. Values of secrets are put in on Linux, where bubblewrap works.",
      data: { secret: name },
    });
  };
}

/** The text of a command as its shell gets it. */
export const withStandIns = ({ names, unknown, text }: CommandSecrets, launch: SandboxLaunch | undefined): string =>
  names.length === 0
    ? text
    : replaceSecrets(text, (name, written) => (unknown.includes(name) ? written : standInsOf(names, launch)(name)));

/** What the model must know. */
export const secretNotes = ({ names, unknown }: CommandSecrets, secrets: Secrets | undefined): string[] => [
  ...names.map((name) => {
    const { hosts } = secrets ? secretInfo(secrets, name) : { hosts: [] };
    return `The command got a text that stands for secret:${name}; requests over TLS to ${hosts.join(", ") || "no host"} get the value.`;
  }),
  ...unknownNotes(unknown, secrets),
];

/** Names that could be misspelled ones. */
export const unknownNotes = (unknown: readonly string[], secrets: Secrets | undefined): string[] =>
  unknown.slice(0, 3).map((name) => {
    const known = secrets?.list().map((secret) => `secret:${secret.name}`) ?? [];
    return `secret:${name} was left as it is written: there is no secret of this name. The secrets are ${known.join(", ")}.`;
  });
