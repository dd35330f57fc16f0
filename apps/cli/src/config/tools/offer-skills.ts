import type { Preset } from "@holdall/presets";
import type { Tool } from "@holdall/tool-core";
import type { Skills } from "@holdall/tools-skills";

/**
 * Keep load_skill of a preset in step with the skills there are: it names them, and where there are none it is not offered. Skills
 * of servers come when these have connected.
 */
export async function offerSkills({ registry }: Preset, skills: Skills): Promise<(() => Promise<void>) | undefined> {
  const tool = await registry.find("load_skill");
  if (!tool) return undefined;
  if (skills.all().length === 0) registry.remove(tool.name);
  const { loadSkill } = await import("@holdall/tools-skills");
  return async () => {
    await skills.refresh();
    registry.remove(tool.name);
    if (skills.all().length > 0) registry.add(loadSkill({ skills }) as Tool);
  };
}
