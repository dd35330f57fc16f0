import type { Finding } from "./finding.ts";

/** Check which secrets of the environment are hidden from the model. Only the names of variables are shown. */
export async function checkSecrets(isHiding: boolean, env: NodeJS.ProcessEnv): Promise<Finding> {
  const name = "secrets";
  if (!isHiding) {
    const text = "shown to the model: the configuration says hide_secrets: false";
    return { name, state: "missing", text, fix: "leave hide_secrets out of the configuration to hide them" };
  }
  const { environmentSecrets, unhiddenSecrets } = await import("@holdall/middleware");
  const count = Object.keys(environmentSecrets(env)).length;
  const hidden = `values of ${count} ${count === 1 ? "variable" : "variables"} and what looks like a secret are hidden`;
  const words = unhiddenSecrets(env);
  if (words.length === 0) return { name, state: "works", text: hidden };
  return {
    name,
    state: "missing",
    text: `${hidden}; not ${words.join(", ")}, whose values are words or short`,
    fix: "give them values of eight characters or more, with a digit",
  };
}
