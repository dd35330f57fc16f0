import { type Access, type Backend, type Path, ToolError, toPath } from "@holdall/tool-core";
import { jsonPlace } from "@holdall/tool-kit";
import { unlessMissing } from "@holdall/tool-kit/backends";
import type { RuleSet } from "./permissions.ts";
import { isMcpTool, isResourceTool } from "./rules/mcp-tool.ts";
import { parseRule } from "./rules/rule.ts";

/** The storage of permanent grants: a file that no tool can write. */
export interface GrantsPlace {
  readonly backend: Backend;
  readonly path: string;
}

/** A grant: a rule, and the conditions under which it applies. */
export interface Grant {
  readonly rule: string;
  /** Applies to programs that start in this folder. */
  readonly cwd?: string;
  /**
   * Applies while an access has this version: the same script, the same file, the same MCP server. A saved grant of an MCP tool
   * without one applies only where accesses have none.
   */
  readonly version?: string;
}

/** Rules that users grant while they work. A text is a grant without conditions. */
export interface Grants {
  /** The current grants, for `permissions({ rules })`. */
  rules(): readonly RuleSet[];
  /** Allow for this session. Throws `invalid_input` for text that is not a valid rule. */
  forSession(...grants: readonly (string | Grant)[]): void;
  /** Allow permanently. Written atomically, in addition to grants that other processes added. */
  forever(...grants: readonly (string | Grant)[]): Promise<void>;
  /** Revoke all grants of these rules, in the session and in the file. */
  revoke(...rules: readonly string[]): Promise<void>;
}

/** Open a store of grants, with those in the file. Throws `parse_error` if the file is not valid. */
export async function openGrants(place?: GrantsPlace): Promise<Grants> {
  let session: readonly Grant[] = [];
  let stored: readonly Grant[] = place ? (await load(place)).grants : [];
  let current: readonly RuleSet[] = [];
  const refresh = () => {
    current = [
      ...session.map((grant) => ruleSet(grant, "granted for this session")),
      ...stored.map((grant) => ({ ...ruleSet(grant, place?.path ?? ""), ...ofUnknownServer(grant) })),
    ];
  };
  refresh();

  const change = async (edit: (grants: readonly Grant[]) => readonly Grant[]) => {
    if (!place)
      throw new ToolError("unsupported", "Grants cannot be saved here.", { hint: "Grant it for the session." });
    stored = await update(place, edit);
    refresh();
  };

  return {
    rules: () => current,
    forSession(...given) {
      session = merged(session, checked(given));
      refresh();
    },
    async forever(...given) {
      const grants = checked(given);
      await change((all) => merged(all, grants));
    },
    async revoke(...rules) {
      const without = (all: readonly Grant[]) => all.filter(({ rule }) => !rules.includes(rule));
      session = without(session);
      refresh();
      if (place) await change(without);
    },
  };
}

const ruleSet = ({ rule, ...bound }: Grant, source: string): RuleSet => ({
  source,
  allow: [rule],
  ...((bound.cwd ?? bound.version) !== undefined && { holds: (access) => holds(bound, access) }),
});

/** A grant from before servers had versions may be of another server with the name: it asks once more. */
const ofUnknownServer = ({ rule, version }: Grant): Pick<RuleSet, "holds"> | undefined =>
  version === undefined && isMcpTool(rule) ? { holds: (access) => access?.version === undefined } : undefined;

const holds = ({ cwd, version }: Omit<Grant, "rule">, access: Access | undefined): boolean =>
  access !== undefined &&
  (cwd === undefined || access.cwd === cwd) &&
  (version === undefined || access.version === version);

function checked(given: readonly (string | Grant)[]): readonly Grant[] {
  const grants = given.map((each): Grant => (typeof each === "string" ? { rule: each } : each));
  for (const { rule } of grants) parseRule(rule);
  return grants;
}

/** All of them once; of a rule that was granted for an older version of the same, the newer one. Resources have several servers. */
function merged(all: readonly Grant[], more: readonly Grant[]): readonly Grant[] {
  const keyOf = ({ rule, cwd, version }: Grant) => JSON.stringify([rule, cwd, isResourceTool(rule) ? version : null]);
  const byKey = new Map([...all, ...more].map((grant) => [keyOf(grant), grant]));
  return [...byKey.values()];
}

async function load({ backend, path }: GrantsPlace): Promise<{ grants: readonly Grant[]; version: string | null }> {
  const target: Path = toPath(path);
  const found = await unlessMissing(backend.read(target));
  if (!found) return { grants: [], version: null };
  return { grants: parse(new TextDecoder("utf-8", { fatal: true }).decode(found.bytes), path), version: found.version };
}

/** `{ "version": 1, "grants": [{ "rule", "cwd", "version" }] }`. What is not known is refused whole: a part of it could be what narrows. */
function parse(text: string, path: string): readonly Grant[] {
  const wrong = (what: string, cause?: unknown) =>
    new ToolError("parse_error", `The grants in ${path} are not used: ${what}.`, {
      hint: "Correct the file, or delete it to be asked again.",
      data: { path },
      cause,
    });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw wrong(`they are not valid JSON: ${jsonPlace(text)}`, cause);
  }
  const { version, grants, ...rest } = Object(value) as Record<string, unknown>;
  if (version !== 1 || !Array.isArray(grants) || Object.keys(rest).length > 0)
    throw wrong('they are not of the form { "version": 1, "grants": [] }');
  return grants.map((each: unknown) => {
    const { rule, cwd, version: content, ...more } = Object(each) as Record<string, unknown>;
    const isText = (text: unknown) => text === undefined || typeof text === "string";
    if (typeof rule !== "string" || !isText(cwd) || !isText(content) || Object.keys(more).length > 0)
      throw wrong(`${JSON.stringify(each)} is not a grant`);
    parseRule(rule);
    return each as Grant;
  });
}

const attempts = 10;

/** Change the list of grants; another process that writes meanwhile is waited out, not written over. */
async function update(
  place: GrantsPlace,
  edit: (all: readonly Grant[]) => readonly Grant[],
): Promise<readonly Grant[]> {
  for (let attempt = 1; ; attempt++) {
    const { grants, version } = await load(place);
    const next = edit(grants);
    const text = `${JSON.stringify({ version: 1, grants: next }, null, 2)}\n`;
    try {
      await place.backend.write(toPath(place.path), new TextEncoder().encode(text), { ifVersion: version });
      return next;
    } catch (error) {
      const isWriteConflict = ToolError.is(error) && (error.code === "stale" || error.code === "already_exists");
      if (!isWriteConflict || attempt >= attempts) throw error;
    }
  }
}
