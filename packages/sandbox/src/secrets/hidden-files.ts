import type { Secrets } from "@holdall/tool-kit/secrets";

interface Hiding {
  readonly secrets?: readonly string[] | undefined;
  readonly namedSecrets?: Secrets | undefined;
}

/** What programs cannot read, with the files that secrets come from. */
export const hiddenFiles = ({ secrets = [], namedSecrets }: Hiding): readonly string[] => [
  ...secrets,
  ...(namedSecrets?.files ?? []),
];
