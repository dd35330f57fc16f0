import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { oneOf, parseArguments } from "../config/arguments.ts";
import { checkFolder } from "../config/check-folder.ts";
import { configNames } from "../config/find-config.ts";
import { type Host, hosts, type Start, startOf } from "../init/hosts.ts";
import { insertEntry } from "../init/insert-entry.ts";
import { renderEntry } from "../init/render-entry.ts";
import { writeNew } from "../init/write-new.ts";
import type { Io } from "../io.ts";
import { print } from "../render/print.ts";
import { isPublished } from "../version.ts";

const names = Object.keys(hosts);

export const options = {
  root: { type: "string" },
  preset: { type: "string" },
  dialect: { type: "string" },
  print: { type: "boolean" },
} as const;

export const help = `holdall init [HOST] [options]: write a configuration, and add holdall to a host

  --root DIR         the project (default: where you are)
  --preset NAME      coding (default), minimal, office, readonly or research
  --dialect NAME     how tools are spelled: snake (default), camel or claude
  --print            only print what would be added to the host

Writes holdall.config.yaml into the project, unless it has a configuration, and
adds an entry "holdall" to the host's file in the project. What is there already
stays as it is; an entry of that name is not replaced. For hosts that keep their
configuration elsewhere, and for files that are no plain JSON, the entry is
printed, to be put in by hand. From a checkout, the entry starts the checkout.

Hosts: ${names.slice(0, 7).join(", ")},
${names.slice(7).join(", ")}

Examples
  holdall init claude-code
  holdall init vscode --preset readonly
  holdall init codex --print`;

/** Set a project up. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const { values, words } = parseArguments(argv, options, { most: 1 });
  const preset = oneOf("--preset", values.preset ?? "coding", ["coding", "minimal", "office", "readonly", "research"]);
  const dialect = oneOf("--dialect", values.dialect ?? "snake", ["snake", "camel", "claude"]);
  const name = words[0] === undefined ? undefined : oneOf("The host", words[0], names);
  const root = resolve(io.cwd, values.root ?? ".");
  checkFolder(root, "--root");
  const host = name === undefined ? undefined : hosts[name];
  const start = (folder: string) => startHere(["--root", folder], io);
  if (values.print) return print(renderEntry(host ?? hosts["claude-code"]!, start(host?.folder ?? root)), io);
  const lines = [writeConfig(root, preset, dialect)];
  if (host) lines.push(...addTo(host, root, start(host.folder ?? root)));
  else lines.push(`Add it to a host: holdall init HOST, with one of ${names.join(", ")}.`);
  return print(lines.join("\n"), io);
}

/** A checkout starts itself: on a registry, its name may be anybody's. */
function startHere(args: readonly string[], { self: [command = "", ...words] }: Io): Start {
  return isPublished ? startOf(args) : { command, args: [...words, "serve", ...args] };
}

function writeConfig(root: string, preset: string, dialect: string): string {
  const found = configNames.map((name) => join(root, name)).find((file) => existsSync(file));
  if (found !== undefined) return `${found} already exists and is unchanged.`;
  const file = join(root, configNames[0]);
  const text = `# What the tools of holdall may do here. Flags win; an error names file, line and key.
preset: ${preset} # coding, minimal, office, readonly or research
dialect: ${dialect} # snake, camel or claude
permissions:
  deny:
    - read_file(.env)
`;
  return writeNew(file, text) ? `Wrote ${file}.` : `${file} already exists and is unchanged.`;
}

function addTo(host: Host, root: string, start: Start): string[] {
  const entry = renderEntry(host, start);
  if (!("project" in host.place)) {
    const link = host.link ? ["", `Or open ${host.link(start)}`] : [];
    return [`Add this to ${host.place.user}, for ${host.title}:`, "", entry.trimEnd(), ...link];
  }
  const file = join(root, host.place.project);
  if (writeNew(file, entry)) return [`Wrote ${file}, for ${host.title}.`];
  const before = readFileSync(file, "utf8");
  const inserted = insertEntry(before, host, start);
  if ("text" in inserted) {
    writeFileSync(file, inserted.text);
    return [`Added the entry holdall to ${file}, for ${host.title}.`];
  }
  if (inserted.kept === "there already") return [`${file} already has an entry holdall, which is unchanged.`];
  return [`${file} is not plain JSON and is unchanged. Add this to it, for ${host.title}:`, "", entry.trimEnd()];
}
