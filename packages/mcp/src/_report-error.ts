/** Where errors go that no client and no caller hears of. */
export const reportError = (error: Error): void => console.error(`holdall: ${error.message}`);
