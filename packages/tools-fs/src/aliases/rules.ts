import type { Aliases, ForeignParam } from "@holdall/tool-core";

/** True, as models write it. */
export const isTrue = (value: unknown): boolean => value === true || value === "true";

/** A parameter that says the opposite of one of ours. */
export const inverseOf =
  (name: string): ForeignParam =>
  (value) => ({ input: { [name]: !isTrue(value) } });

/** Requests that are always fulfilled and cannot be turned off. */
export const always =
  (note: string): ForeignParam =>
  (value) =>
    isTrue(value) ? {} : { note };

/** Requests that are not supported. */
export const never =
  (note: string): ForeignParam =>
  (value) =>
    value === false || value === "false" ? {} : { note };

/** How other search tools speak of ignore rules and links. */
export const walking: NonNullable<Aliases["foreign"]> = {
  respect_git_ignore: inverseOf("ignored"),
  no_ignore: (value) => ({ input: { ignored: isTrue(value) } }),
  include_ignored_files: (value) => ({ input: { ignored: isTrue(value) } }),
  file_filtering_options: (value) => {
    const { respect_git_ignore: respects } = Object(value) as { readonly respect_git_ignore?: unknown };
    return { input: respects === undefined ? {} : { ignored: !isTrue(respects) } };
  },
  respect_gemini_ignore: never(".geminiignore was not read: .gitignore, .ignore and .cursorignore hide files."),
  ...Object.fromEntries(
    ["follow", "follow_symlinks", "follow_links"].map((key) => [key, never("Links to folders were not followed.")]),
  ),
};
