import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { oneOf, parseArguments } from "../config/arguments.ts";
import { homeFolder } from "../config/ownership/user-folder.ts";
import { checkFolder } from "../config/read/check-folder.ts";
import { configNames } from "../config/read/find-config.ts";
import { addEditor, editorEntry } from "../init/add-editor.ts";
import { addEntry } from "../init/add-entry.ts";
import { editors } from "../init/editors.ts";
import { type Host, hosts, type Start, startOf } from "../init/hosts.ts";
import { renderEntry } from "../init/render-entry.ts";
import { writeNew } from "../init/write-new.ts";
import type { Io } from "../io.ts";
import { print } from "../render/print.ts";
import { UsageError } from "../usage-error.ts";
import { isPublished } from "../version.ts";

const names = Object.keys(hosts);

export const options = {
  root: { type: "string" },
  preset: { type: "string" },
  dialect: { type: "string" },
  model: { type: "string" },
  print: { type: "boolean" },
} as const;

export const help = `holdall init [HOST] [options]: write a configuration, and add holdall to a host

  --root DIR         the project (default: where you are)
  --preset NAME      coding (default), minimal, office, readonly or research
  --dialect NAME     how tools are spelled: snake (default), camel or claude
  --model P/NAME     the agent itself inside an editor, with this model, instead
                     of the tools for the editor's own agent
  --print            only print what would be added

Writes holdall.config.yaml into the project, unless it has a configuration, and
adds an entry "holdall" to the host's file in the project. What is there already
stays as it is; an entry of that name is not replaced. For hosts that keep their
configuration elsewhere, and for files that are no plain JSON, the entry is
printed, to be put in by hand. From a checkout, the entry starts the checkout.
With --model, the entry starts holdall acp, and belongs to the person's own
configuration of ${Object.keys(editors).join(", ")}.

Hosts: ${names.slice(0, 7).join(", ")},
${names.slice(7).join(", ")}

Examples
  holdall init claude-code
  holdall init vscode --preset readonly
  holdall init codex --print
  holdall init zed --model anthropic/claude-sonnet-4-5`;

/** Set a project up. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const { values, words } = parseArguments(argv, options, { most: 1 });
  const preset = oneOf("--preset", values.preset ?? "coding", ["coding", "minimal", "office", "readonly", "research"]);
  const dialect = oneOf("--dialect", values.dialect ?? "snake", ["snake", "camel", "claude"]);
  const { model } = values;
  if (model !== undefined) return print(addAgent(words[0], { ...values, model }, io), io);
  if (words[0] !== undefined && !hosts[words[0]] && editors[words[0]])
    throw new UsageError(
      `${editors[words[0]]?.title} runs the agent itself.`,
      "Name its model with --model PROVIDER/NAME.",
    );
  const name = words[0] === undefined ? undefined : oneOf("The host", words[0], names);
  const root = resolve(io.cwd, values.root ?? ".");
  checkFolder(root, "--root");
  const host = name === undefined ? undefined : hosts[name];
  const start = (folder: string) => startHere(["serve", "--root", folder], io);
  if (values.print) return print(renderEntry(host ?? hosts["claude-code"]!, start(host?.folder ?? root)), io);
  const lines = [writeConfig(root, preset, dialect)];
  if (host) lines.push(...addTo(host, root, start(host.folder ?? root)));
  else lines.push(`Add it to a host: holdall init HOST, with one of ${names.join(", ")}.`);
  return print(lines.join("\n"), io);
}

/** A checkout starts itself: on a registry, its name may be anybody's. */
function startHere(args: readonly string[], { self: [command = "", ...words] }: Io): Start {
  return isPublished ? startOf(args) : { command, args: [...words, ...args] };
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
  if ("project" in host.place) return addEntry(join(root, host.place.project), host, start);
  const link = host.link ? ["", `Or open ${host.link(start)}`] : [];
  return [`Add this to ${host.place.user}, for ${host.title}:`, "", renderEntry(host, start).trimEnd(), ...link];
}

/** The agent of an editor, which works in every project: no configuration is written into this one. */
function addAgent(
  word: string | undefined,
  { model, print: prints }: { model: string; print?: boolean },
  io: Io,
): string {
  const editor = editors[oneOf("The editor", word ?? "", Object.keys(editors))];
  if (!editor) throw new UsageError("Name the editor.");
  const start = startHere(["acp", "--model", model], io);
  return prints ? editorEntry(editor, start) : addEditor(editor, homeFolder(io.env), start).join("\n");
}
