// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions look like JavaScript templates

/** Longer scripts, as kind and text. */
export const handwritten: readonly (readonly [string, string])[] = [
  [
    "chore: changelog",
    `set -euo pipefail
version=$(jq -r .version package.json)
{
  echo "## next"
  echo
  echo "- Something new"
  echo
  cat docs/changes.md
} > docs/changes.new
mv docs/changes.new docs/changes.md
head -n 5 docs/changes.md
echo "was $version"`,
  ],
  [
    "chore: unused exports",
    `for name in $(grep -rhoE 'export (const|function) [a-zA-Z]+' src | awk '{ print $3 }' | sort -u); do
  uses=$(grep -rwo "$name" src test | wc -l)
  if [ "$uses" -le 1 ]; then echo "unused: $name"; fi
done`,
  ],
  [
    "chore: headers",
    `find src -name '*.ts' -print0 | sort -z | while IFS= read -r -d '' file; do
  if ! head -n 1 "$file" | grep -q '^// (c)'; then
    tmp=$(mktemp)
    { echo '// (c) Shop'; cat "$file"; } > "$tmp"
    cat "$tmp" > "$file"
    rm "$tmp"
  fi
done
head -n 1 src/cart.ts "src/util/old name.ts"`,
  ],
  [
    "chore: table",
    `printf '| %-8s | %6s |\\n' item sum
printf '|%s|%s|\\n' ---------- --------
awk -F, 'NR > 1 { s[$2] += $3 * $4 } END { for (k in s) printf "| %-8s | %6.2f |\\n", k, s[k] }' data/sales.csv | sort`,
  ],
  [
    "chore: split log",
    `mkdir -p logs/by-level
while read -r time level rest; do
  echo "$time $rest" >> "logs/by-level/\${level,,}.log"
done < logs/app.log
wc -l logs/by-level/*.log`,
  ],
  [
    "chore: config",
    `port=$(grep -E '^ *port:' data/config.yaml | sed 's/.*: *//')
cat > config.json <<EOF
{
  "port": $port,
  "features": [$(grep -E '^ *- ' data/config.yaml | sed -E 's/^ *- (.*)/"\\1"/' | paste -sd, -)]
}
EOF
jq -c . config.json`,
  ],
  [
    "chore: duplicates",
    `find . -type f -size +0 ! -path './logs/*' -exec sha256sum {} + | sort | awk '{ print $1 }' | uniq -d | wc -l`,
  ],
  [
    "chore: tree",
    `walk() {
  local dir=$1 indent=$2 entry
  for entry in "$dir"/*; do
    [ -e "$entry" ] || continue
    echo "$indent\${entry##*/}"
    if [ -d "$entry" ]; then walk "$entry" "$indent  "; fi
  done
}
walk . ''`,
  ],
  [
    "chore: backup",
    `stamp=20260101
mkdir -p "backup/$stamp"
cp -r src docs "backup/$stamp/"
( cd "backup/$stamp" && find . -type f | sort | sed 's|^\\./||' ) > "backup/$stamp/list.txt"
cat "backup/$stamp/list.txt"
diff -r src "backup/$stamp/src" && echo identical`,
  ],
  [
    "parse: arguments",
    `parse() {
  local positional=() out= force=no
  while [ $# -gt 0 ]; do
    case $1 in
      -o|--out) out=$2; shift 2 ;;
      --out=*) out=\${1#*=}; shift ;;
      -f|--force) force=yes; shift ;;
      --) shift; positional+=("$@"); break ;;
      -*) echo "unknown option $1" >&2; return 2 ;;
      *) positional+=("$1"); shift ;;
    esac
  done
  echo "out=$out force=$force args=\${positional[*]:-none} count=\${#positional[@]}"
}
parse a -o x b --force
parse --out=y -- -z
parse --bad; echo "status $?"`,
  ],
  [
    "parse: ini",
    `cat > app.ini <<'EOF'
[server]
host = example.org
port=80
; comment
[client]
name = a b
EOF
section=
while IFS= read -r line; do
  line=\${line%%;*}
  [[ $line =~ ^[[:space:]]*$ ]] && continue
  if [[ $line =~ ^\\[(.+)\\]$ ]]; then section=\${BASH_REMATCH[1]}; continue; fi
  key=\${line%%=*}; value=\${line#*=}
  key=\${key// /}; value=\${value# }
  echo "$section.$key=$value"
done < app.ini`,
  ],
  [
    "parse: json lines",
    `jq -c '.[]' data/users.json > users.jsonl
while read -r line; do
  name=$(jq -r .name <<< "$line")
  city=$(jq -r .address.city <<< "$line")
  echo "$name lives in $city"
done < users.jsonl
wc -l < users.jsonl`,
  ],
  [
    "algorithm: primes",
    `for ((n = 2; n <= 40; n++)); do
  prime=1
  for ((d = 2; d * d <= n; d++)); do
    if ((n % d == 0)); then prime=0; break; fi
  done
  ((prime)) && printf '%d ' "$n"
done
echo`,
  ],
  [
    "algorithm: bubble sort",
    `a=(5 3 9 1 7)
n=\${#a[@]}
for ((i = 0; i < n; i++)); do
  for ((j = 0; j < n - i - 1; j++)); do
    if ((a[j] > a[j + 1])); then
      t=\${a[j]}; a[j]=\${a[j + 1]}; a[j + 1]=$t
    fi
  done
done
echo "\${a[@]}"`,
  ],
  [
    "algorithm: fibonacci",
    `fib() { local a=0 b=1 i; for ((i = 0; i < $1; i++)); do echo -n "$a "; ((t = a + b, a = b, b = t)); done; echo; }
fib 12`,
  ],
  [
    "algorithm: words",
    `declare -A count
for word in $(cat README.md docs/*.md | tr -cs 'A-Za-z' ' '); do
  ((count[\${word,,}]++)) || true
done
for word in "\${!count[@]}"; do echo "\${count[$word]} $word"; done | sort -k1,1nr -k2 | head -n 5`,
  ],
  [
    "control: nested loops",
    `for i in 1 2 3; do
  for j in a b c; do
    [ "$j" = b ] && continue
    [ "$i$j" = 3a ] && break 2
    echo "$i$j"
  done
done
echo end`,
  ],
  [
    "control: status",
    `check() { [ -f "$1" ] && return 0 || return 1; }
for f in README.md nothing; do
  if check "$f"; then echo "ok $f"; else echo "no $f ($?)"; fi
done
false || { echo recovered; }
true && false || echo "status $?"
(exit 7); echo $?`,
  ],
  [
    "control: select menu",
    `options=(build test "clean up")
for i in "\${!options[@]}"; do printf '%d) %s\\n' $((i + 1)) "\${options[i]}"; done
choice=3
case \${options[choice - 1]} in clean*) echo cleaning;; *) echo other;; esac`,
  ],
  [
    "text: csv to json",
    `{
  read -r header
  IFS=, read -ra keys <<< "$header"
  echo '['
  first=1
  while IFS=, read -ra values; do
    ((first)) || echo ','
    first=0
    printf '  {'
    for i in "\${!keys[@]}"; do
      ((i > 0)) && printf ', '
      printf '"%s": "%s"' "\${keys[i]}" "\${values[i]}"
    done
    printf '}'
  done
  echo
  echo ']'
} < data/sales.csv > sales.json
jq length sales.json
jq -r '.[0].item' sales.json`,
  ],
  [
    "text: wrap",
    `while IFS= read -r line; do
  while [ \${#line} -gt 20 ]; do
    echo "\${line:0:20}"
    line=\${line:20}
  done
  echo "$line"
done < docs/guide.md`,
  ],
  [
    "text: template",
    `title='My page'; body='Some & text'
sed -e "s/{{title}}/$title/" -e "s/{{body}}/\${body//&/\\\\&}/" <<'EOF'
<h1>{{title}}</h1>
<p>{{body}}</p>
EOF`,
  ],
  [
    "text: unicode",
    `s='naïve café 日本'
echo "\${#s}"
echo "\${s:0:5}"
echo "$s" | wc -c
echo "$s" | tr -d 'é'
grep -c 'Ä' data/words.txt
awk '{ print length($0) }' data/words.txt | tail -n 1`,
  ],
  [
    "text: indent",
    `if true; then
    cat <<-EOF
	one
	  two
	EOF
    cat <<'RAW'
    keeps   its spaces $x
RAW
fi`,
  ],
  [
    "state: stack",
    `stack=()
push() { stack+=("$1"); }
pop() { local last=$((\${#stack[@]} - 1)); echo "\${stack[last]}"; unset "stack[last]"; }
push a; push b; push c
pop > /dev/null; pop; echo "\${#stack[@]}"`,
  ],
  [
    "state: directories",
    `pushd src > /dev/null && ls | head -n 1 && popd > /dev/null
cd docs && cd - > /dev/null && ls -d docs
cd src/util && cd ../.. && [ -f README.md ] && echo back`,
  ],
  [
    "state: read only",
    `readonly limit=3
limit=4 2>/dev/null || echo refused
echo "after $limit"`,
  ],
  [
    "sql",
    `sqlite3 shop.db <<'EOF'
create table sales (item text, amount integer);
insert into sales values ('tea', 3), ('cake', 1), ('tea', 2);
select item, sum(amount) from sales group by item order by item;
EOF
sqlite3 shop.db 'select count(*) from sales'
rm shop.db`,
  ],
  [
    "errors: missing files",
    `cat nothing 2>/dev/null; echo "cat $?"
ls nothing 2>/dev/null; echo "ls $?"
grep x nothing 2>/dev/null; echo "grep $?"
cd nothing 2>/dev/null; echo "cd $?"
nosuchcommand 2>/dev/null; echo "command $?"
[ 1 -eq x ] 2>/dev/null; echo "test $?"
./README.md 2>/dev/null; echo "run $?"
echo x > nothing/file 2>/dev/null; echo "redirect $?"`,
  ],
  [
    "errors: syntax",
    `bash -c 'if true; then echo x' 2>/dev/null; echo $?
bash -c 'echo "unclosed' 2>/dev/null; echo $?
bash -n scripts/run.sh && echo fine`,
  ],
  [
    "files: modes",
    `printf '#!/bin/sh\\necho ran "$@"\\n' > tool && chmod 755 tool && ./tool a b
mkdir bin && mv tool bin/ && PATH="$PWD/bin:$PATH" && tool c
chmod -x bin/tool; ./bin/tool 2>/dev/null; echo $?`,
  ],
  [
    "files: names",
    `touch 'a b' "it's" '-dash' 'ünï' './--'
for f in *; do case $f in a*|i*|-*|ü*) printf '%s\\n' "<$f>";; esac; done
rm -- -dash ./-- "a b"
ls | grep -c "it's"`,
  ],
  [
    "files: links",
    `mkdir -p pkg/v1 && echo one > pkg/v1/f
cat pkg/v1/f
cp -r pkg/v1 pkg/v2 && echo two > pkg/v2/f
for v in pkg/v*; do echo "$v $(cat "$v/f")"; done
rm -r pkg/v1; ls pkg`,
  ],
  [
    "pipes: process substitution",
    `comm -13 <(sort -u data/words.txt) <(printf '%s\\n' apple zebra | sort)
paste -d: <(cut -d, -f2 data/sales.csv) <(cut -d, -f3 data/sales.csv) | tail -n 2
while read -r l; do echo "[$l]"; done < <(head -n 2 data/words.txt)`,
  ],
];
