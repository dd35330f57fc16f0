/** Receives errors that reach no client and no caller. */
export const reportError = (error: Error): void => console.error(`holdall: ${error.message}`);
