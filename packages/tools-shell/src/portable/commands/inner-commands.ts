/** Takes the state of the shell at the end of each command. */
export const endCommand = "__holdall_end";

/** Fails for files that cannot be written, before a command runs whose output goes there. */
export const openCommand = "__holdall_open";

/** Prints the folders among paths, each with a slash at its end, one a line. */
export const foldersCommand = "__holdall_folders";
/** Says whether a text may be evaluated. */
export const evalCommand = "__holdall_eval";
