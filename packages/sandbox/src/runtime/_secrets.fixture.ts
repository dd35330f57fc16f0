import type { Secrets } from "@holdall/tool-kit/secrets";

/** Secrets with these values, all for the same hosts; one without a value cannot be read. */
export function secretsOf(
  values: Readonly<Record<string, string | undefined>>,
  hosts: readonly string[] = ["api.example"],
  files: readonly string[] = [],
): Secrets {
  const known: { readonly name: string; readonly text: string }[] = [];
  return {
    files,
    list: () => Object.keys(values).map((name) => ({ name, hosts, query: false, servers: [] })),
    read(name) {
      const value = values[name];
      if (value === undefined) throw new Error(`${name} has no value.`);
      return value;
    },
    find: (text) =>
      known.flatMap(({ name, text: wanted }) => {
        const start = text.indexOf(wanted);
        return start < 0 ? [] : [{ start, end: start + wanted.length, name }];
      }),
    addStandIn: (name, text) => void known.push({ name, text }),
    noteUse: () => {},
    subscribe: () => () => {},
  };
}
