import type { Finding } from "./finding.ts";

/** Which search providers can be asked; variables are looked for by name. */
export async function checkSearch(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { describeProviders } = await import("@holdall/tools-web");
  return describeProviders(env).map(({ name, ready, settings, note }): Finding => {
    const missing = settings.filter(({ present }) => !present).map((setting) => setting.name);
    const state = ready ? "works" : missing.length > 0 ? "missing" : "broken";
    const set = settings.filter(({ present }) => present).map((setting) => `${setting.name} is set`);
    const text = [...set, ...missing.map((setting) => `${setting} is not set`)].join(", ");
    const told = [text, note].filter(Boolean).join(". ");
    const fix = missing.length > 0 ? `set ${missing.join(" and ")} to search with it` : "correct its settings";
    return { name: `search: ${name}`, state, text: told, ...(ready ? {} : { fix }) };
  });
}
