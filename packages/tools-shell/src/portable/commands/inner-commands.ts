/** Takes the state of the shell at the end of each command. */
export const endCommand = "__holdall_end";

/** Fails for files that cannot be written, before a command runs whose output goes there. */
export const openCommand = "__holdall_open";
