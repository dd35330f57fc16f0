/** The command that takes the state of the shell at the end of each command. */
export const endCommand = "__holdall_end";
