import { type Backend, type Path, ToolError, toPath } from "@holdall/tool-core";
import type { RuleSet } from "./permissions.ts";
import { readPolicyFile } from "./policy-file.ts";
import { parseRule } from "./rule.ts";

/** Where grants for later are kept: a file that no tool may write. */
export interface GrantsPlace {
  readonly backend: Backend;
  readonly path: string;
}

/** Rules that people give while they work. */
export interface Grants {
  /** For `permissions({ rules })`: what was granted so far. */
  rules(): readonly RuleSet[];
  /** Allow for this session. Throws `invalid_input` for what is no rule. */
  forSession(...rules: readonly string[]): void;
  /** Allow from now on: written as one step, on top of what others have granted meanwhile. */
  forever(...rules: readonly string[]): Promise<void>;
  /** Take back, here and in the file. */
  revoke(...rules: readonly string[]): Promise<void>;
}

/** Keep grants, starting from those in the file. Throws `parse_error` when the file cannot be read as a policy. */
export async function openGrants(place?: GrantsPlace): Promise<Grants> {
  const session = new Set<string>();
  let stored: RuleSet = place ? (await load(place)).set : { allow: [] };
  let current: readonly RuleSet[] = [];
  const refresh = () => {
    current = [{ source: "granted for this session", allow: [...session] }, stored];
  };
  refresh();

  const change = async (edit: (allow: readonly string[]) => readonly string[]) => {
    if (!place) throw new ToolError("unsupported", "Grants are not kept here.", { hint: "Grant it for the session." });
    stored = await update(place, edit);
    refresh();
  };

  return {
    rules: () => current,
    forSession(...rules) {
      rules.forEach(parseRule);
      for (const rule of rules) session.add(rule);
      refresh();
    },
    async forever(...rules) {
      rules.forEach(parseRule);
      await change((allow) => [...new Set([...allow, ...rules])]);
    },
    async revoke(...rules) {
      for (const rule of rules) session.delete(rule);
      refresh();
      if (place) await change((allow) => allow.filter((rule) => !rules.includes(rule)));
    },
  };
}

async function load({ backend, path }: GrantsPlace): Promise<{ set: RuleSet; version: string | null }> {
  const target: Path = toPath(path);
  try {
    const { bytes, version } = await backend.read(target);
    return { set: readPolicyFile(new TextDecoder("utf-8", { fatal: true }).decode(bytes), path), version };
  } catch (error) {
    if (ToolError.is(error) && error.code === "not_found") return { set: { source: path, allow: [] }, version: null };
    throw error;
  }
}

const attempts = 10;

/** Change the list of what is allowed; another process that writes meanwhile is waited out, not written over. */
async function update(place: GrantsPlace, edit: (allow: readonly string[]) => readonly string[]): Promise<RuleSet> {
  for (let attempt = 1; ; attempt++) {
    const { set, version } = await load(place);
    const { allow = [], ask = [], deny = [] } = set;
    const next = { version: 1, allow: edit(allow), ask, deny };
    try {
      await place.backend.write(toPath(place.path), new TextEncoder().encode(`${JSON.stringify(next, null, 2)}\n`), {
        ifVersion: version,
      });
      return { source: place.path, allow: next.allow, ask, deny };
    } catch (error) {
      const raced = ToolError.is(error) && (error.code === "stale" || error.code === "already_exists");
      if (!raced || attempt >= attempts) throw error;
    }
  }
}
