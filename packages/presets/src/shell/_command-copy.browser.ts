/** Stands in for _command-copy.ts where applications are bundled for browsers: they start no programs. */
export const commandCopy = (): undefined => undefined;
