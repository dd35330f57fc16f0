/** Stands in for _shared-sandbox.ts where applications are bundled for browsers: they start no programs. */
export const sharedSandbox = (): { readonly sandbox: undefined } => ({ sandbox: undefined });
