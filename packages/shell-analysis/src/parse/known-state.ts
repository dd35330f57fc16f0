import type { State } from "./state.ts";
import type { KnownValues } from "./words.ts";

interface Surroundings {
  readonly home: string | undefined;
  readonly repository: string | undefined;
  /** Whether a function has taken the name of a program. */
  isShadowed(name: string): boolean;
}

/** What is known at one point of a script. */
export const knownAt = (
  { folders, variables }: State,
  { home, repository, isShadowed }: Surroundings,
): KnownValues => ({
  home,
  variables,
  substitution(text) {
    const inner = /^\$\(\s*(.*?)\s*\)$/s.exec(text)?.[1];
    if (inner === "pwd" && folders?.length === 1) return folders[0];
    return inner === "git rev-parse --show-toplevel" ? repository : undefined;
  },
  printsFreshName: (text) => makesFile.test(text) && !isShadowed("mktemp"),
});

/** A substitution that makes a file or folder and prints its name. */
const makesFile = /^\$\(\s*mktemp(?:\s+(?:-d|-q|-t|--directory|--quiet))*(?:\s+[\w./-]+)?\s*\)$/;
