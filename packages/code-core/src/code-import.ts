export interface ImportedName {
  /** The name in the other module: "default" for its default, "*" for all of it. */
  readonly name: string;
  /** The name in this file; "*" when every name of the module becomes one of the file's. */
  readonly as: string;
}

/** One module or file that a file names. */
export interface CodeImport {
  /** The specifier as written: "./a.ts", "os.path", "fmt". */
  readonly specifier: string;
  readonly names: readonly ImportedName[];
  readonly start: number;
  readonly line: number;
  readonly kind: "import" | "export" | "require" | "dynamic" | "include";
  /** Only for types: `import type`. */
  readonly typeOnly?: boolean;
}
