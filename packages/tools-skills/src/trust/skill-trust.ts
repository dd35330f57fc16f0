import { type Backend, ToolError, toPath } from "@holdall/tool-core";
import { unlessMissing } from "@holdall/tool-kit/backends";
import * as z from "zod";

/** An approval: the hash of a skill, and the SHA-256 of its files, to report later what has changed. */
export interface SkillPin {
  readonly hash: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Stores which skills the user trusts, by location. */
export interface SkillTrust {
  get(place: string): Promise<SkillPin | undefined>;
  /** Trust the current content, or remove the trust with `undefined`. */
  set(place: string, pin: SkillPin | undefined): Promise<void>;
}

/** Create a trust store in memory. */
export function memorySkillTrust(): SkillTrust {
  const pins = new Map<string, SkillPin>();
  return {
    get: async (place) => pins.get(place),
    async set(place, pin) {
      if (pin) pins.set(place, pin);
      else pins.delete(place);
    },
  };
}

/** The location of the trust file, which no tool can write. */
export interface SkillTrustPlace {
  readonly backend: Backend;
  readonly path: string;
}

const schema = z.strictObject({
  version: z.literal(1),
  skills: z.record(z.string(), z.strictObject({ hash: z.string(), files: z.record(z.string(), z.string()) })),
});

const attempts = 10;

/** Create a trust store in a file that is written atomically. Throws `parse_error` if the file is damaged. */
export function fileSkillTrust({ backend, path: written }: SkillTrustPlace): SkillTrust {
  const path = toPath(written);
  const load = async (): Promise<{ skills: Readonly<Record<string, SkillPin>>; version: string | null }> => {
    const found = await unlessMissing(backend.read(path));
    if (!found) return { skills: {}, version: null };
    return { skills: parse(new TextDecoder().decode(found.bytes), path), version: found.version };
  };
  return {
    async get(place) {
      const { skills } = await load();
      return Object.hasOwn(skills, place) ? skills[place] : undefined;
    },
    async set(place, pin) {
      for (let attempt = 1; ; attempt++) {
        const { skills, version } = await load();
        const { [place]: _, ...others } = skills;
        const next = { version: 1, skills: pin ? { ...others, [place]: pin } : others };
        try {
          const bytes = new TextEncoder().encode(`${JSON.stringify(next, null, 2)}\n`);
          await backend.write(path, bytes, { ifVersion: version });
          return;
        } catch (error) {
          const isConflict = ToolError.is(error) && (error.code === "stale" || error.code === "already_exists");
          if (!isConflict || attempt >= attempts) throw error;
        }
      }
    },
  };
}

function parse(text: string, path: string): Readonly<Record<string, SkillPin>> {
  try {
    return schema.parse(JSON.parse(text)).skills;
  } catch (cause) {
    throw new ToolError("parse_error", `The file ${path} was changed or damaged.`, {
      hint: "Correct it, or delete it, and every skill asks for approval again.",
      cause,
    });
  }
}
