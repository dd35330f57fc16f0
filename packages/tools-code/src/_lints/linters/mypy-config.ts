import { parse } from "smol-toml";
import type { FoundConfig, HarmlessConfig } from "./found-config.ts";
import { parseIni } from "./ini-file.ts";
import { kindOfMypyKey } from "./mypy-keys.ts";

type Sections = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/** Whether a file that several tools share has something for mypy. One that cannot be read may have. */
export function hasMypySection(config: FoundConfig): boolean {
  const sections = sectionsOf(config);
  return sections === undefined ? config.text.includes("mypy") : sections.has("mypy");
}

/** What mypy gets in place of a configuration: the settings that are data, without what may run code or lead elsewhere. */
export function harmlessMypy(config: FoundConfig): HarmlessConfig {
  const sections = sectionsOf(config);
  if (!sections) {
    const message = `${config.name} cannot be read as mypy's configuration. Correct it first.`;
    return { ok: false, message };
  }
  const lines: string[] = [];
  const dropped = new Set<string>();
  for (const [name, options] of new Map<string, ReadonlyMap<string, unknown>>([["mypy", new Map()], ...sections])) {
    if (!/^mypy(-[\w.*, /-]+)?$/.test(name)) {
      if (name.startsWith("mypy")) dropped.add(`[${name}]`);
      continue;
    }
    lines.push(`[${name}]`);
    for (const [key, value] of options) {
      const kind = kindOfMypyKey(key);
      if (kind === "unneeded") continue;
      const text = kind === "data" ? textOf(key, value) : undefined;
      if (text === undefined) dropped.add(key);
      else lines.push(`${key} = ${text}`);
    }
  }
  const notes =
    dropped.size === 0
      ? []
      : [
          `Its configuration ${config.name} was used without ${[...dropped].map((key) => JSON.stringify(key.slice(0, 60))).join(", ")}, which may run code or lead out of the project. Some problems may be missing or wrong.`,
        ];
  return { ok: true, option: "--config-file=", name: "mypy.ini", text: `${lines.join("\n")}\n`, notes };
}

function sectionsOf({ name = "", text }: FoundConfig): Sections | undefined {
  if (!name.endsWith(".toml")) return parseIni(text);
  try {
    const { tool } = parse(text, { integersAsBigInt: "asNeeded", useLegacyDate: true, maxDepth: 200 });
    return isTable(tool) && "mypy" in tool ? tomlSections(tool.mypy) : new Map();
  } catch {
    return undefined;
  }
}

/** `[tool.mypy]` and its overrides as the sections of an INI file. */
function tomlSections(mypy: unknown): Sections | undefined {
  if (!isTable(mypy)) return undefined;
  const { overrides = [], ...own } = mypy;
  const sections = new Map([["mypy", new Map(Object.entries(own))]]);
  if (!Array.isArray(overrides)) return undefined;
  for (const override of overrides) {
    if (!isTable(override)) return undefined;
    const { module, ...options } = override;
    for (const name of Array.isArray(module) ? module : [module]) {
      if (typeof name !== "string") return undefined;
      const key = `mypy-${name}`;
      sections.set(key, new Map([...(sections.get(key) ?? []), ...Object.entries(options)]));
    }
  }
  return sections;
}

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value on one line; undefined for one that is no text, number, truth or list of texts, or that leads elsewhere. */
function textOf(key: string, value: unknown): string | undefined {
  const list = Array.isArray(value) ? value : [value];
  if (!list.every((item) => ["string", "number", "bigint", "boolean"].includes(typeof item))) return undefined;
  const text = list.join(", ").replace(/\s+/g, " ");
  if (/[^\t\x20-\x7e]/.test(text)) return undefined;
  if (key !== "mypy_path") return text;
  // It is relative to the folder in which mypy runs, which is that of the configuration.
  const paths = text
    .split(/[,:]/)
    .map((path) => path.trim().replace(/^\$(MYPY_CONFIG_FILE_DIR|\{MYPY_CONFIG_FILE_DIR\})(?=\/|$)/, "."));
  const isInside = (path: string) => !/^[/~]|[$\\]|(^|\/)\.\.(\/|$)/.test(path);
  return paths.every(isInside) ? paths.join(":") : undefined;
}
