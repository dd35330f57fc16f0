/** Whether a package is next to the command, without loading it. */
export type IsInstalled = (name: string) => boolean;

export const isInstalled: IsInstalled = (name) => {
  try {
    return import.meta.resolve(name) !== "";
  } catch {
    return false;
  }
};
