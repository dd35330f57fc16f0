export type Environment = Readonly<Record<string, string | undefined>>;

/** Replace `${NAME}`, VS Code's `${env:NAME}`, and `${NAME:-default}`; names that are not set go to `missing`. Values are never expanded again. */
export function expandEnv(text: string, env: Environment, missing: Set<string>): string {
  return text.replace(
    /\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/g,
    (_, name: string, fallback: string | undefined) => {
      const value = env[name];
      if (value !== undefined && (value !== "" || fallback === undefined)) return value;
      if (fallback === undefined) missing.add(name);
      return fallback ?? "";
    },
  );
}
