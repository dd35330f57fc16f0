export function npxScript(
  npm: string | undefined,
  node: string,
  exists?: (file: string) => boolean,
): string | undefined;
