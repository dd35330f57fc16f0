/** A rule as a table keeps it; of two rules, the one of the higher order has the last word. */
export interface TableRule {
  readonly order: number;
  readonly folderOnly: boolean;
}

/** Rules by whole names, or by what names begin or end with; one character tells most names that none fits. */
export interface NameTable {
  put(key: string, rule: TableRule): void;
  /** The highest order of the rules that fit a name, or `than` when that is higher. */
  latest(name: string, isDirectory: boolean, than: number): number;
}

export function createNameTable(place: "whole" | "start" | "end"): NameTable {
  const buckets: ({ key: string; rule: TableRule }[] | undefined)[] = [];
  const codeOf = (name: string) => name.charCodeAt(place === "end" ? name.length - 1 : 0) & 255;
  const fits = (name: string, key: string): boolean =>
    place === "whole" ? name === key : place === "start" ? name.startsWith(key) : name.endsWith(key);
  return {
    put(key, rule) {
      const bucket = buckets[codeOf(key)];
      if (bucket) bucket.push({ key, rule });
      else buckets[codeOf(key)] = [{ key, rule }];
    },
    latest(name, isDirectory, than) {
      let last = than;
      for (const { key, rule } of buckets[codeOf(name)] ?? none) {
        if (rule.order > last && (isDirectory || !rule.folderOnly) && fits(name, key)) last = rule.order;
      }
      return last;
    },
  };
}

const none: readonly { readonly key: string; readonly rule: TableRule }[] = [];
