/** Where a program's errors go: into its output, in order, or separate. */
export type Errors = "merged" | "apart";

/**
 * What a shell runs for as long as it lives. On fd 0 come a folder, a command and a nonce, each ended by NUL; the command's
 * output goes to fd 1 (its errors to 3, when they go apart), the reply to fd 2. The command itself has none of these
 * descriptors, and the nonce is only read after it: nothing that it prints is taken for a reply or for its end. Before the
 * folder stand `@`, the length of the command where every locale counts the same, and `//`; behind it stands `//` again. What
 * is not whole is not run.
 *
 * A reply is the nonce, EXIT trap and functions, status, latest background process, folder, and the nonce. Then the
 * variables are written to the file on fd 4: when nothing follows for a moment, or else before what follows; and a line
 * break when a command begins, and one when it is over. Shell options and aliases end with their command: they would change
 * what the next one means.
 */
export const loopScript = (errors: Errors): string => {
  // One line, so that bash counts the lines of a command from 1.
  const untilCommand = [
    "exec 210<&0 211>&1 212>&2 213>&3 214>&4 0</dev/null 1>/dev/null 2>/dev/null 3>&- 4>&-",
    "((BASH_VERSINFO[0] > 3)) && __rest=0.01 || __rest=1",
    "builtin set -P",
    "while [[ 1 ]]; do IFS= builtin read -r -t $__rest -d '' -u 210 __folder",
    "__status=$? __start=$__folder; ((__status == 0 || __status > 128)) || builtin exit",
    "{ builtin declare -p; builtin declare -Fx; builtin printf '\\0%s\\0' \"$__command\"; } >&214",
    // Time may be up just when all has come: bash says so although it has read the NUL behind it, or all but that.
    "((__status == 0)) || [[ $__folder == @*///*// ]] || { IFS= builtin read -r -d '' -u 210 __folder || builtin exit; __folder=$__start$__folder; }",
    "IFS= builtin read -r -d '' -u 210 __command",
    "((__status == 0)) || [[ -n $__command || $__folder == @0//* ]] || IFS= builtin read -r -d '' -u 210 __command",
    `if [[ $__folder == @*///*// ]] && __length=\${__folder%%//*} && [[ $__length == @ || \${#__command} == "\${__length:1}" ]] && __folder=\${__folder#*//} && __folder=\${__folder%//} && { [[ . -ef $__folder ]] || builtin cd -- "$__folder"; }`,
    `then builtin echo >&214; builtin eval "$__command" 0</dev/null 1>&211 2>&${errors === "merged" ? 211 : 213} 210<&- 211>&- 212>&- 213>&- 214>&-`,
  ].join("; ");
  return `${untilCommand}
    __status=$?
    builtin echo >&214
    [[ $- == *P* && . -ef $PWD ]] && __folder=$PWD || __folder=$(builtin pwd -P)
    builtin set -P +efuvxC +o pipefail +o posix
    builtin shopt -u expand_aliases
  else
    __status=gone
  fi
  IFS= builtin read -r -d '' -u 210 __command
  { builtin printf '%s\\0' "$__command"; builtin trap -p EXIT; builtin declare -f; } >&212
  builtin printf %s "$__command" >&211
  ${errors === "apart" ? `builtin printf %s "$__command" >&213` : ""}
  builtin printf '\\0%s\\0%s\\0%s\\0%s\\0' "$__status" "\${!:-}" "$__folder" "$__command" >&212
done`;
};
