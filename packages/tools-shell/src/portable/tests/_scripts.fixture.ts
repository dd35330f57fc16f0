// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions look like JavaScript templates
import { handwritten } from "./_handwritten.fixture.ts";

type Random = () => number;

/** Random numbers from 0 to 1 that are the same for the same seed. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const one = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const upTo = (random: Random, count: number): number => 1 + Math.floor(random() * count);

const sources = ["src/index.ts", "src/cart.ts", "src/price.ts", "src/util/strings.ts"];
const texts = [
  "README.md",
  "docs/guide.md",
  "docs/changes.md",
  ...sources,
  "data/words.txt",
  "logs/app.log",
  "env.sample",
];
const words = ["TODO", "export", "total", "price", "Fix", "the", "ERROR", "step", "items", "import"];
const folders = ["src", "docs", "data", "logs", ".", "src/util"];

/** Kinds of scripts that agents write, each with parts that vary. */
const kinds: Readonly<Record<string, (random: Random) => string>> = {
  count: (r) => `wc ${one(r, ["-l", "-c", "-w", ""])} ${one(r, texts)}`,
  "count all": (r) =>
    `find ${one(r, folders)} -type f -name '*.${one(r, ["ts", "md", "csv", "log"])}' | sort | xargs -d '\\n' wc -l | tail -n ${upTo(r, 2)}`,
  "grep lines": (r) => `grep -${one(r, ["n", "c", "i", "in", "v", "o", "w"])} ${one(r, words)} ${one(r, texts)}`,
  "grep tree": (r) => `grep -r${one(r, ["n", "l", "c", "i", "nE", "h"])} '${one(r, words)}' ${one(r, folders)} | sort`,
  "grep context": (r) => `grep -${one(r, ["A", "B", "C"])} ${upTo(r, 2)} '${one(r, words)}' ${one(r, texts)}`,
  "grep include": (r) =>
    `grep -rn --include='*.${one(r, ["ts", "md", "json"])}' '${one(r, words)}' . | sort | head -n ${upTo(r, 5)}`,
  "grep exit": (r) => `if grep -q '${one(r, words)}' ${one(r, texts)}; then echo found; else echo missing; fi`,
  "grep regex": (r) =>
    `grep -E '${one(r, ["^[0-9]+", "[a-z]+\\(", "(Fix|Add)", "ms=[0-9]{2,3}", "^#+ ", "price.*number", "[^a-z ]$"])}' ${one(r, texts)}`,
  find: (r) =>
    `find ${one(r, folders)} ${one(r, ["-type f", "-type d", "-maxdepth 1", "-name '*.ts'", "-iname '*.MD'", "-empty", "-not -name '*.ts' -type f", "-path '*util*'"])} | sort`,
  "find exec": (r) =>
    `find src -name '*.ts' -exec ${one(r, ["basename {} \\;", "wc -l {} \\;", "head -n 1 {} \\;", "grep -l export {} +"])} | sort`,
  "find print": (r) => `find ${one(r, folders)} -type f -printf '%f %s\\n' | sort | head -n ${upTo(r, 6)}`,
  "find zero": (r) => `find ${one(r, folders)} -type f -print0 | sort -z | xargs -0 -n ${upTo(r, 2)} echo`,
  "find while": (r) =>
    `find ${one(r, folders)} -type f | sort | while read -r f; do echo "\${f##*/}: $(wc -l < "$f")"; done`,
  "sed print": (r) =>
    `sed -n '${one(r, ["1p", "$p", "2,4p", "/Fix/p", "/^#/,/^$/p", "1~2p", "/ERROR/="])}' ${one(r, texts)}`,
  "sed change": (r) =>
    `sed ${one(r, ["", "-E "])}'${one(r, ["s/the/THE/g", "s/^/> /", "s/ *$//", "/^$/d", "1d", "s#/#|#g", "y/abc/ABC/", "s/[aeiou]/_/2", "$a\\end", "2i\\inserted"])}' ${one(r, texts)}`,
  "sed in place": (r) =>
    `sed -i${one(r, ["", ".bak"])} 's/${one(r, words)}/${one(r, ["DONE", "x", "(&)"])}/${one(r, ["", "g"])}' ${one(r, texts)} && ls ${one(r, ["src", "docs", "data"])}`,
  "sed groups": (r) =>
    `sed -E 's/^([A-Za-z]+)(.*)$/${one(r, ["\\2\\1", "[\\1]", "\\1\\n\\2", "\\U\\1\\E\\2"])}/' ${one(r, ["data/words.txt", "docs/guide.md"])}`,
  "awk fields": (r) =>
    `awk '{ print $${upTo(r, 3)} }' ${one(r, ["logs/app.log", "logs/access.log", "docs/changes.md"])}`,
  "awk csv": (r) =>
    `awk -F, 'NR > 1 { ${one(r, ["sum += $3", "sum += $3 * $4", "n[$2] += $3", "if ($4 > max) max = $4"])} } END { ${one(r, ["print sum + 0", 'printf "%.2f\\n", sum', "for (k in n) print k, n[k]", "print max, NR"])} }' data/sales.csv | sort`,
  "awk filter": (r) =>
    `awk '${one(r, ["/ERROR/", "NR % 2 == 0", "length($0) > 30", "NF > 4 { print NF }", "!seen[$1]++", "/TODO/ { c++ } END { print c + 0 }", '{ $1 = ""; print }'])}' ${one(r, texts)}`,
  "awk functions": (r) =>
    `awk '{ print ${one(r, ["toupper($1)", "substr($0, 1, 8)", "length", 'index($0, "a")', 'gsub(/a/, "A") " " $0', 'sprintf("%5s|", $1)', "tolower($0)"])} }' ${one(r, ["data/words.txt", "data/numbers.txt"])}`,
  "awk group": () => `awk -F'\\t' 'NR > 1 { a[$3] = $1 } END { for (c in a) print c "=" a[c] }' data/people.tsv | sort`,
  "awk printf": (r) =>
    `awk -F, 'NR > 1 { printf "%-${4 + upTo(r, 6)}s %${3 + upTo(r, 4)}.${upTo(r, 2)}f\\n", $2, $4 }' data/sales.csv`,
  sort: (r) =>
    `sort ${one(r, ["", "-r", "-u", "-n", "-rn", "-k1.2", "-f"])} data/${one(r, ["words.txt", "numbers.txt"])}`,
  "sort keys": (r) =>
    `tail -n +2 data/sales.csv | sort -t, -k${one(r, ["2,2", "3,3n", "4,4nr", "2,2 -k3,3n", "1,1r"])}`,
  frequency: (r) =>
    `sort data/words.txt | uniq ${one(r, ["-c", "-d", "-u", ""])} | sort ${one(r, ["-rn", ""])} | head -n ${upTo(r, 4)}`,
  "word frequency": (r) =>
    `tr -cs '[:alpha:]' '\\n' < ${one(r, texts)} | tr '[:upper:]' '[:lower:]' | sort | uniq -c | sort -k1,1nr -k2 | head -n ${upTo(r, 5)} | awk '{ print $2, $1 }'`,
  cut: (r) =>
    `cut -d${one(r, [",", "' '", "="])} -f${one(r, ["1", "2", "1,3", "2-", "-2"])} ${one(r, ["data/sales.csv", "env.sample", "logs/app.log"])}`,
  characters: (r) =>
    `${one(r, ["cut -c1-5", "rev", "tac", "nl", "nl -ba", "fold -w 20", "expand", "head -c 40"])} ${one(r, texts)}`,
  "head tail": (r) => `${one(r, ["head -n", "tail -n", "tail -n +", "head -n -"])}${upTo(r, 5)} ${one(r, texts)}`,
  tr: (r) =>
    `tr ${one(r, ["'a-z' 'A-Z'", "-d '\\n'", "-s ' '", "-d '[:digit:]'", "',' '\\t'", "-cd '[:alnum:]\\n'"])} < ${one(r, texts)}`,
  paste: (r) =>
    `paste ${one(r, ["-d,", "-sd+", "-s", ""])} ${one(r, ["data/numbers.txt", "data/numbers.txt data/words.txt"])}`,
  "comm join": (r) =>
    `sort -u data/words.txt > w.txt; printf 'apple\\nfig\\nplum\\n' > p.txt; ${one(r, ["comm -12 w.txt p.txt", "comm -23 w.txt p.txt", "comm -3 w.txt p.txt", "join w.txt p.txt"])}`,
  "jq read": (r) =>
    `jq ${one(r, ["-r ", "-c ", ""])}'${one(r, [".[].name", ".[0]", "length", "map(.age) | add", ".[] | select(.age > 30) | .name", "[.[] | {name, city: .address.city}]", "sort_by(.age) | .[0].name", 'map(select(.tags | index("dev"))) | length', "group_by(.age > 30) | map(length)", '.[] | "\\(.name): \\(.age)"', "map({(.name): .age}) | add", "[.[].tags[]] | unique", "to_entries | map(.key)", "any(.[]; .age > 40)", '[.[] | .name | ascii_downcase] | join("-")'])}' data/users.json`,
  "jq change": (r) =>
    `jq '${one(r, ['.version = "2.0.0"', ".dependencies.zod", "del(.scripts)", ".scripts | keys", ".dependencies | to_entries[] | .key", ".private = true", '.scripts.lint = "biome"'])}' package.json ${one(r, ["", "> out.json && cat out.json", "| head -n 4"])}`,
  "jq arguments": (r) =>
    `jq -n ${one(r, ["--arg n Ada '{name: $n}'", "--argjson a 3 '$a + 1'", "'[range(5)] | map(. * 2) | add'", '\'"a,b" | split(",")\'', "'{a: 1} + {b: 2}'", "'[1,2,3] | @csv' -r", "'[3,1,2] | sort | reverse'", "'\"2026\" | tonumber + 1'"])}`,
  "for files": (r) =>
    `for f in ${one(r, ["src/*.ts", "docs/*", "data/*.txt", "src/**/*.ts"])}; do ${one(r, ['echo "$f"', 'echo "${f%.*}"', 'wc -l < "$f"', 'echo "$(basename "$f") $(head -n 1 "$f")"'])}; done`,
  rename: (r) =>
    `cd ${one(r, ["docs", "src"])} && for f in *.*; do [ -f "$f" ] || continue; mv "$f" "${one(r, ["${f%.*}.old", "new-$f", '$(echo "$f" | tr a-z A-Z)'])}"; done; ls`,
  "for numbers": (r) =>
    `for i in ${one(r, ["1 2 3", "{1..5}", "$(seq 1 4)", "{a..d}", "{01..03}"])}; do ${one(r, ['echo "n=$i"', "printf '%s,' \"$i\"", 'mkdir -p "out/$i" && touch "out/$i/file"'])}; done; ${one(r, ["", "find out -type f 2>/dev/null | sort"])}`,
  "for arithmetic": (r) =>
    `total=0; for ((i = ${upTo(r, 3)}; i <= ${5 + upTo(r, 9)}; i += ${upTo(r, 3)})); do total=$((total + i ${one(r, ["", "* 2", "% 3", "- 1"])})); done; echo "$total"`,
  while: (r) =>
    `n=${upTo(r, 8)}; while [ "$n" -gt 0 ]; do ${one(r, ["echo $n", "printf '%d ' $n", "[ $((n % 2)) -eq 0 ] && echo even"])}; n=$((n - ${upTo(r, 2)})); done; echo "end $n"`,
  "while read": (r) =>
    `while IFS=${one(r, [", read -r date item amount price", "= read -r date item amount price"])}; do ${one(r, ['echo "$item:$amount"', '[ -n "$price" ] && echo "$date $price"', 'echo "${date%%-*}"'])}; done < ${one(r, ["data/sales.csv", "env.sample"])}`,
  until: (r) =>
    `i=0; until (( i >= ${upTo(r, 4)} )); do (( i++ )); ${one(r, ["if (( i == 2 )); then continue; fi", "(( i == 3 )) && break"])}; echo "i=$i"; done; echo $i`,
  case: (r) =>
    `for f in README.md package.json src/cart.ts empty.txt; do case "$f" in ${one(r, ["*.md) echo text;; *.json) echo json;; src/*) echo code;; *) echo other;;", "[A-Z]*) echo upper;; *.ts|*.txt) echo small;; *) echo rest;;", "*.md) echo a;& *.json) echo b;; *) echo c;;"])} esac; done`,
  "if files": (r) =>
    `for f in ${one(r, texts)} empty.txt missing src; do if [ ${one(r, ["-f", "-d", "-s", "-e", "! -e"])} "$f" ]; then echo "$f yes"; else echo "$f no"; fi; done`,
  "if strings": (r) =>
    `s='${one(r, ["hello world", "", "42", "a.b.c"])}'; [[ ${one(r, ["$s == h*", "-z $s", "$s =~ ^[0-9]+$", "$s =~ ([a-z])\\.([a-z])", "$s != *b*", "$s < i"])} ]] && echo "yes \${BASH_REMATCH[1]:-}" || echo no`,
  functions: (r) =>
    `${one(r, ['greet() { local who=${1:-you}; echo "hi $who"; return 3; }; greet Ada; echo $?', 'add() { echo $(( $1 + $2 )); }; x=$(add 2 5); echo "$x"', "fact() { if (( $1 <= 1 )); then echo 1; else echo $(( $1 * $(fact $(( $1 - 1 ))) )); fi; }; fact 6", 'f() { echo "$# $* $1"; shift; echo "$@"; }; f a \'b c\' d', 'outer() { local v=1; inner; echo $v; }; inner() { v=2; }; outer; echo "[${v:-}]"'])}`,
  arrays: (r) =>
    `a=(${one(r, ["one two three", "'a b' c", "$(seq 3)", "x"])}); a+=(last); ${one(r, ['echo "${#a[@]} ${a[0]} ${a[-1]}"', 'for v in "${a[@]}"; do echo "<$v>"; done', 'echo "${a[@]:1:2}"', 'echo "${!a[@]}"', "unset 'a[0]'; echo \"${a[*]}\"", 'printf "%s\\n" "${a[@]/o/0}"', 'IFS=,; echo "${a[*]}"'])}`,
  maps: (r) =>
    `declare -A m=([tea]=3 [cake]=5); m[pie]=7; ${one(r, ['for k in "${!m[@]}"; do echo "$k=${m[$k]}"; done | sort', 'echo "${#m[@]} ${m[tea]}"', 'unset "m[tea]"; echo "${m[tea]:-none} ${#m[@]}"', "[[ -v m[pie] ]] && echo has", 'while IFS=, read -r _ item amount _; do [ "$item" = item ] || m[$item]=$(( ${m[$item]:-0} + amount )); done < data/sales.csv; for k in "${!m[@]}"; do echo "$k ${m[$k]}"; done | sort'])}`,
  expansion: (r) =>
    `p=${one(r, ["src/util/strings.ts", "a/b.tar.gz", "file", "My File.txt"])}; p="$p"; echo "${one(r, ["${p##*/}", "${p%/*}", "${p%.*}", "${p%%.*}", "${p##*.}", "${p/s/S}", "${p//s/S}", "${#p}", "${p:2:4}", "${p: -3}", "${p^^}", "${p^}", "${p,,}", "${q:-default}", "${q:=set}$q", "${p:+alt}", "${p/#src/lib}", "${p/%ts/js}", "${p@Q}"])}"`.replace(
      "p=My File.txt",
      "p='My File.txt'",
    ),
  arithmetic: (r) =>
    `echo $(( ${one(r, ["7 / 2", "7 % 3", "2 ** 10", "(1 + 2) * 3", "1 << 4", "5 > 3 ? 10 : 20", "0x1f", "010 + 1", "10 & 6", "~5", "-7 / 2", "!0", "3 == 3 && 2 < 1", "16#ff", "2#101"])} ))`,
  heredoc: (r) =>
    `name=Ada; cat ${one(r, ["<<EOF", "<<'EOF'", "<<-EOF"])}${one(r, ["", " > out.txt", " | tr a-z A-Z"])}\nHello $name,\n\ttotal: $((2 + 3))\n\`echo now\` \\$x\nEOF\n[ ! -f out.txt ] || cat out.txt`,
  "write files": (r) =>
    `mkdir -p ${one(r, ["new/deep", "gen"])} && cat > ${one(r, ["new/a.txt", "gen.txt"])} <<'EOF' || echo failed\nline one\nline "two" $HOME\nEOF\nls -1 | head -n ${upTo(r, 9)}`,
  "here string": (r) =>
    `${one(r, ["read -r a b <<< 'one two three'; echo \"$b|$a\"", "grep -o 'o' <<< 'foo boo' | wc -l", 'tr a-z A-Z <<< "$(echo mixed)"', "IFS=: read -ra parts <<< 'a:b:c'; echo \"${#parts[@]} ${parts[2]}\""])}`,
  redirect: (r) =>
    `${one(r, ["ls missing 2> err.txt; echo $?; wc -l < err.txt", "{ echo out; echo err >&2; } > both.txt 2>&1; cat both.txt", "echo a > f; echo b >> f; echo c > f; cat f", "echo x | tee t1 t2 > /dev/null; cat t1 t2", "ls missing &> /dev/null || echo failed", "exec 3> fd.txt; echo three >&3; exec 3>&-; cat fd.txt", '(echo sub; exit 4) > s.txt; echo "$? $(cat s.txt)"', "cat < data/words.txt > copy.txt; cmp data/words.txt copy.txt && echo same", "set -o noclobber; echo 1 > nc.txt; echo 2 > nc.txt; cat nc.txt"])}`,
  pipeline: (r) =>
    `${one(r, ["false | true; echo $?", "set -o pipefail; false | true; echo $?", 'true | false; echo "${PIPESTATUS[*]}"', "! grep -q nothing README.md; echo $?", "seq 10 | head -n 3 | tac | paste -sd,", "echo a b c | xargs -n1 echo item", "seq 5 | xargs -I{} echo 'n{}'", "printf '%s\\n' c a b | sort | sed -n '2p'", "echo 'x y' | { read -r a b; echo \"$b $a\"; }"])}`,
  subshell: (r) =>
    `x=1; (${one(r, ["x=2; cd src; pwd > /dev/null; echo $x", "cd docs && ls", "export x=5; bash -c 'echo $x'"])}); echo "$x"; ls | head -n ${upTo(r, 3)}`,
  substitution: (r) =>
    `${one(r, ['echo "$(ls src | wc -l) files"', "v=$(cat missing 2>/dev/null || echo fallback); echo $v", "echo `basename src/cart.ts .ts`", "diff <(sort data/words.txt) <(sort -u data/words.txt) > /dev/null; echo $?", 'lines=$(< data/numbers.txt); echo "$lines" | head -n 2', 'echo "$(echo "$(echo nested)")"'])}`,
  files: (r) =>
    `${one(r, ["cp README.md copy.md && ls *.md", "cp -r src lib && find lib -type f | sort", "mv docs documentation && ls documentation", "rm -rf logs && ls", "rm data/*.txt; ls data", "mkdir -p a/b/c && rmdir a/b/c && find a", "touch x y && rm x && ls -1 ? 2>/dev/null", "ln -s README.md link.md 2>/dev/null; echo $?; rm -f link.md", "rmdir src; echo $?", "mkdir src; echo $?", "rm missing; echo $?", "rm -f missing; echo $?", "cp missing x; echo $?", "mv src/cart.ts src/basket.ts && grep -rl cart src | sort", "cp src/*.ts data/ && ls data"])}`,
  "many files": (r) =>
    `for i in $(seq ${upTo(r, 6)}); do echo "file $i" > "part-$i.txt"; done; cat part-*.txt > all.txt; wc -l < all.txt; rm part-*.txt; ls *.txt`,
  "refactor names": (r) =>
    `grep -rl '${one(r, ["total", "price", "formatPrice", "upper"])}' src | sort | while read -r f; do sed -i 's/\\b${one(r, ["total", "price", "formatPrice", "upper"])}\\b/${one(r, ["renamed", "fresh"])}/g' "$f"; echo "changed $f"; done; grep -rc renamed src | sort`,
  printf: (r) =>
    `printf '${one(r, ["%05d\\n' 42", "%-8s|\\n' ab", "%s-%s\\n' a b c d", "%x %o %e\\n' 255 8 12.5", "%%|%c|%q\\n' xyz 'a b'", "%b' 'a\\tb\\n'", "%.3f\\n' 3.14159", "%+d\\n' 7", "%10.2f|\\n' 2.5", "%s\\n' {1..3}"])}`,
  echo: (r) =>
    `echo ${one(r, ["-e 'a\\tb'", "-n no newline", "'single $x'", '"a   b"', "a   b", "-e 'x\\\\y'", "{a,b}{1,2}", "pre-{x,y}-post", "~+ | grep -c /", "$'tab\\there'"])}`,
  csv: (r) =>
    `tail -n +2 data/sales.csv | while IFS=, read -r d item amount price; do ${one(r, ['[[ $item == tea ]] && echo "$d $amount"', 'echo "$((amount * 2)) $item"', 'printf \'%s;%s\\n\' "$item" "${price%.*}"'])}; done`,
  logs: (r) =>
    `${one(r, ["grep ERROR logs/app.log | sed -E 's/.*user=([0-9]+).*/\\1/' | sort -n", "awk '{ print $9 }' logs/access.log | sort | uniq -c | awk '{ print $2 \": \" $1 }'", "grep -oE 'ms=[0-9]+' logs/app.log | cut -d= -f2 | awk '{ s += $1; n++ } END { printf \"%.1f\\n\", s / n }'", "cut -d' ' -f1 logs/access.log | sort | uniq -c | sort -rn | head -n 1 | awk '{ print $2 }'", "awk -F'\"' '/path/ { print $2 }' logs/app.log", "grep -c ' 200 ' logs/access.log", "sed -n '/10:00:05/,/10:02:00/p' logs/app.log | wc -l"])}`,
  environment: (r) =>
    `${one(r, ["set -a; . ./env.sample; set +a; echo \"$NAME:$PORT\"; bash -c 'echo $HOST'", "export A=1; env | grep '^A='", "A=2 bash -c 'echo $A'; echo \"[${A:-}]\"", "grep -v '^#' env.sample | cut -d= -f1", 'unset PORT; echo "${PORT-unset}"', "while IFS='=' read -r k v; do case $k in \\#*|'') ;; *) echo \"$k -> $v\";; esac; done < env.sample"])}`,
  scripts: (r) =>
    `${one(r, ["bash scripts/run.sh", "bash scripts/run.sh Ada", "bash scripts/run.sh a b; echo $?", '. scripts/lib.sh; log info "$(sum 1 2 3)"', "source scripts/lib.sh && sum 10 20", "chmod +x scripts/run.sh && ./scripts/run.sh you", "bash -c 'echo $0 $1' zero one", "bash -s < scripts/run.sh", "printf 'echo from stdin\\n' | bash"])}`,
  options: (r) =>
    `${one(r, ["set -e; true; echo a; false; echo b", "set -u; echo ${missing:-ok}; echo $missing; echo never", "set -euo pipefail; grep TODO src/*.ts | wc -l; grep nothing README.md; echo never", "shopt -s nullglob; echo *.none done", "echo *.none", "shopt -s dotglob; ls -d .*ore *", "shopt -s extglob; ls -d !(src|docs|data)", "shopt -s globstar; echo src/**/*.ts"])}`,
  getopts: (r) =>
    `main() { local o verbose=0 name=; while getopts 'vn:' o; do case $o in v) verbose=1;; n) name=$OPTARG;; *) echo usage; return 2;; esac; done; shift $((OPTIND - 1)); echo "v=$verbose n=$name rest=$*"; }; main ${one(r, ["-v -n Ada file", "-nBob", "a b", "-x", "-v -- -n"])}; echo $?`,
  trap: (r) =>
    `${one(r, ['t=$(mktemp -d); trap \'rm -rf "$t"; echo cleaned\' EXIT; echo data > "$t/f"; cat "$t/f"', "trap 'echo bye' EXIT; echo hi; exit 3", 'f=$(mktemp); echo x > "$f"; cat "$f"; rm "$f"; [ -e "$f" ] || echo gone'])}`,
  archives: (r) =>
    `${one(r, ["tar czf a.tgz docs && tar tzf a.tgz | sort", "tar cf a.tar src && mkdir x && tar xf a.tar -C x && find x -type f | sort", "gzip -k README.md && gunzip -c README.md.gz | head -n 1 && rm README.md.gz", "gzip -c data/words.txt | zcat | wc -l", "tar cf - docs | tar tf - | wc -l"]).replace("a.tgz docs &&", "a.tgz docs &&")}; rm -f a.tgz a.tar`,
  hashes: (r) =>
    `${one(r, ["sha256sum README.md | cut -c1-12", "md5sum data/words.txt", "base64 no-newline.txt", "echo aGVsbG8= | base64 -d; echo", "printf abc | sha1sum | awk '{ print $1 }'", "od -An -tx1 no-newline.txt | head -n 1", "base64 -w 0 data/numbers.txt; echo"])}`,
  diff: (r) =>
    `cp ${one(r, ["README.md", "src/cart.ts"])} a; sed '${one(r, ["2d", "s/total/sum/", "$a\\new", "1i\\first"])}' a > b; diff ${one(r, ["a b", "-u a b | tail -n +3", "-q a b", "a a"])}; echo $?`,
  numbers: (r) =>
    `${one(r, ["seq 1 2 9 | paste -sd+", "seq -s, 5", "seq -w 8 11", "expr 3 + 4", "echo $((RANDOM >= 0))", "awk 'BEGIN { for (i = 1; i <= 3; i++) print i * i }'", "printf '%d\\n' 0x10", "echo 5 3 | awk '{ print $1 / $2 }'", "numbers=$(sort -n data/numbers.txt | head -n 1); echo $numbers"])}`,
  stat: (r) =>
    `${one(r, ["stat -c '%s %n' README.md", "du -b README.md 2>/dev/null | cut -f1", "[ README.md -nt missing ] && echo newer", "ls -1 src | wc -l", "ls -1A | head -n 3", "ls -d */ | sort", "ls src docs", "test -x scripts/run.sh; echo $?", "basename /a/b/c.txt .txt; dirname /a/b/c.txt", "realpath --relative-to=src docs/guide.md"])}`,
  eval: (r) =>
    `${one(r, ["c='echo hi'; eval \"$c there\"", 'v=name; name=Ada; echo "${!v}"', 'for n in a b; do eval "$n=1"; done; echo $a$b', "printf -v out '%03d' 7; echo $out", "declare -n ref=name; name=x; echo $ref", 'mapfile -t lines < data/words.txt; echo "${#lines[@]} ${lines[1]}"', "let 'x = 3 * 4'; echo $x", "type -t echo; type -t ls; command -v missing; echo $?"])}`,
  report: (r) =>
    `{ echo '# Report'; echo; for d in src docs data; do printf -- '- %s: %s files\\n' "$d" "$(find "$d" -type f | wc -l)"; done; } > report.md; cat report.md | ${one(r, ["tail -n 2", "grep -c files", "sed 's/^- //'"])}`,
  todo: (r) =>
    `grep -rnE '${one(r, ["TODO|FIXME", "TODO", "FIXME"])}' src README.md | sort | awk -F: '{ printf "%s:%s:%s\\n", $1, $2, ${one(r, ["$3", "length($0)", "NF"])} }'`,
  version: (r) =>
    `v=$(jq -r .version package.json); IFS=. read -r major minor patch <<< "$v"; ${one(r, ["echo $major.$((minor + 1)).0", "echo $((major + 1)).0.0", 'next=$major.$minor.$((patch + 1)); sed -i "s/$v/$next/" package.json; jq -r .version package.json'])}`,
  batch: (r) =>
    `n=0; for f in $(find src -name '*.ts' ! -name '* *' | sort); do if grep -q ${one(r, ["export", "import", "TODO"])} "$f"; then n=$((n + 1)); { echo '// checked'; cat "$f"; } > "$f.new" && mv "$f.new" "$f"; fi; done; echo "$n"; head -qn 1 src/*.ts`,
  markdown: (r) =>
    `${one(r, ["grep -n '^#' README.md docs/*.md", "awk '/^## /{ print substr($0, 4) }' docs/changes.md", "sed -n '/^```/,/^```/p' docs/guide.md | sed '1d;$d'", "grep -oE '\\[[^]]+\\]\\([^)]+\\)' README.md", "awk 'BEGIN { n = 0 } /^- /{ n++ } END { print n }' README.md"])}`,
};

export interface Script {
  readonly kind: string;
  readonly text: string;
}

/** Scripts as agents write them: those written by hand, then random ones, all different. */
export function scripts(count: number, seed: number): readonly Script[] {
  const random = seeded(seed);
  const names = Object.keys(kinds);
  const found = new Map<string, Script>();
  for (const [kind, text] of handwritten) found.set(text, { kind, text });
  for (let i = 0; found.size < count && i < count * 50; i++) {
    const kind = names[i % names.length] ?? "";
    const text = kinds[kind]?.(random) ?? "";
    if (!found.has(text)) found.set(text, { kind, text });
  }
  return [...found.values()].slice(0, count);
}
