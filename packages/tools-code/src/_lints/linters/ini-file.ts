/** The options of each section of an INI file, with lower-case names, as Python's `configparser` reads them. */
export type IniFile = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Parse an INI file; undefined where Python would refuse it. Options of `[DEFAULT]` are in every section. */
export function parseIni(text: string): IniFile | undefined {
  const sections = new Map<string, Map<string, string>>();
  let section: Map<string, string> | undefined;
  let key: string | undefined;
  let indent = 0;
  for (const line of text.replace(/^\uFEFF/, "").split(/\r\n|[\n\r]/)) {
    const value = line.trim();
    if (value === "" || /^[#;]/.test(value)) continue;
    const depth = line.length - line.trimStart().length;
    if (section && key !== undefined && depth > indent) {
      section.set(key, `${section.get(key)}\n${value}`);
      continue;
    }
    indent = depth;
    const header = /^\[(.+)\]/.exec(value);
    if (header) {
      const name = header[1]!;
      if (sections.has(name) && name !== "DEFAULT") return undefined;
      section = sections.get(name) ?? new Map();
      sections.set(name, section);
      key = undefined;
      continue;
    }
    const at = value.search(/[=:]/);
    if (!section || at <= 0) return undefined;
    key = value.slice(0, at).trim().toLowerCase();
    if (section.has(key)) return undefined;
    section.set(key, value.slice(at + 1).trim());
  }
  const defaults = sections.get("DEFAULT") ?? [];
  sections.delete("DEFAULT");
  return new Map([...sections].map(([name, options]) => [name, new Map([...defaults, ...options])]));
}
