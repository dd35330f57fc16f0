/**
 * The broker: a bash of 3 MB that starts programs for a host whose own fork would take long. NUL-ended fields come in on
 * fd 0, lines go out on fd 1: `made ID` when the pipes of a program can be opened, `started ID PID`, `ended ID STATUS`.
 * A program leads a process group of its own and carries its tag, an otherwise meaningless resource limit that all its
 * descendants inherit whatever they do to their session and environment. When the host goes, everything tagged is killed.
 */
export const brokerScript = `
set -m
mask=$(umask)
umask 077
for fd in /dev/fd/*; do fd=\${fd##*/}; ((fd > 2)) && eval "exec $fd>&-"; done
exec 9>&1 1>/dev/null 2>/dev/null
tags=' '
folders=()

field() { IFS= read -r -d '' "$1"; }

# The program, in the place of this subshell.
program() {
  ulimit -m "$tag" || exit 126
  [[ -z $limits ]] || ulimit $limits || exit 126
  cd -- "$folder" || exit 126
  umask "$mask"
  export -n PWD OLDPWD SHLVL
  for ((i = argc; i < count; i++)); do export -- "\${words[i]}"; done
  exec -- "\${words[@]:0:argc}"
}

# One program from start to end.
keep() {
  mkfifo -m 600 "$pipes.in" "$pipes.out" "$pipes.control" "$pipes.errors" || { echo "failed $id" >&9; return; }
  : >"$pipes.state"
  echo "made $id" >&9
  program 0<"$pipes.in" 1>"$pipes.out" 2>"$pipes.control" 3>"$pipes.errors" 4>>"$pipes.state" 9>&- &
  printf %s $! >"$pipes.group"
  echo "started $id $!" >&9
  wait $!
  status=$?
  # Before it is told: after that the folder may be removed.
  : >"$pipes.group"
  echo "ended $id $status" >&9
}

while field id && field pipes && field tag && field limits && field folder && field argc && field count; do
  words=()
  for ((n = 0; n < count; n++)); do field word; words+=("$word"); done
  tags+="$((tag * 1024)) "
  folders+=("\${pipes%/*}")
  keep &
done

trap '' TERM HUP INT
sweep() {
  local found=1 limits text value tag='Max resident set +([0-9]+)'
  for folder in "\${folders[@]}"; do
    for group in "$folder"/*.group; do read -r value <"$group"; [[ $value ]] && kill -KILL -- "-$value" && found=0; done
  done
  for limits in /proc/[0-9]*/limits; do
    text=
    IFS= read -r -d '' text <"$limits"
    [[ $text =~ $tag && $tags == *" \${BASH_REMATCH[1]} "* ]] || continue
    limits=\${limits#/proc/}
    kill -KILL "\${limits%/limits}" && found=0
  done
  return $found
}
for round in {1..40}; do sweep || break; sleep 0.05; done
for folder in "\${folders[@]}"; do rm -rf -- "$folder"; done
kill -KILL $(jobs -p)
`;
