// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions look like JavaScript templates
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { allow, deny, firstOf, toPath } from "@holdall/tool-core";
import { expect, onTestFinished, test, vi } from "vitest";
import { openShell } from "./_portable.fixture.ts";

const secret = "S3CRET-9f1c";

/** Ways out of the folder, into the host, or without an end. `OUT` is the folder outside. */
const escapes: readonly (readonly [name: string, command: string])[] = [
  ["a path outside", "cat OUT/secret.txt"],
  ["a path through ..", "cat ../outside/secret.txt"],
  ["cd out of the root", "cd ..; cd outside; cat secret.txt; pwd"],
  ["cd through many ..", "cd ../../../../../../..; cat $(find . -name secret.txt)"],
  ["a link that was there", "cat link/secret.txt"],
  ["a link that it makes", "ln -s OUT here; cat here/secret.txt"],
  ["a link to a file that it makes", "ln -s OUT/secret.txt s; cat s; head -c 100 s; grep . s"],
  ["a relative link", "ln -s ../outside o; cat o/secret.txt; cat o/../outside/secret.txt"],
  ["a link over a file", "ln -sf OUT/secret.txt a.txt; cat a.txt"],
  ["a hard link", "ln OUT/secret.txt hard; cat hard"],
  ["a redirect from outside", "cat < OUT/secret.txt; read -r x < OUT/secret.txt; echo $x"],
  ["a redirect to outside", "echo x > OUT/new.txt; echo x >> OUT/secret.txt; echo x &> OUT/all.txt"],
  ["a redirect through a link", "echo x > link/new.txt; echo x > link/secret.txt"],
  ["tee outside", "echo x | tee OUT/new.txt link/other.txt"],
  ["cp from outside", "cp OUT/secret.txt copy; cat copy; cp -r OUT all; cat all/secret.txt"],
  ["cp to outside", "cp a.txt OUT/new.txt; cp a.txt link/new.txt"],
  ["mv to outside", "mv a.txt OUT/; mv a.txt link/moved.txt"],
  ["mv from outside", "mv OUT/secret.txt .; mv link/secret.txt .; cat secret.txt"],
  ["rm outside", "rm -rf OUT; rm -rf link/; rm -rf ../outside; rm -f link/secret.txt"],
  ["sed in place outside", "sed -i s/S3CRET/x/ OUT/secret.txt link/secret.txt"],
  ["find outside", "find OUT link/ .. / -name 'secret*' -exec cat {} +"],
  ["globs", "echo OUT/*; cat ../*/secret.txt; cat link/*; cat /*/*/secret.txt; cat */secret.txt"],
  ["brace expansion", "cat ../{outside,x}/secret.txt {,}OUT/secret.txt"],
  ["source", "source OUT/secret.txt; . link/secret.txt; bash OUT/secret.txt; bash < OUT/secret.txt"],
  ["eval", "eval 'cat OUT/secret.txt'; eval \"$(printf 'cat %s' OUT/secret.txt)\""],
  ["exec", "exec cat OUT/secret.txt"],
  ["exec of a descriptor", "exec 7< OUT/secret.txt; cat <&7"],
  ["process substitution", "cat <(cat OUT/secret.txt); echo x > >(cat > OUT/new.txt)"],
  ["xargs", "echo OUT/secret.txt | xargs cat; echo OUT/secret.txt | xargs -I{} sh -c 'cat {}'"],
  ["awk files", "awk '{ print }' OUT/secret.txt; awk 'BEGIN { while ((getline l < \"OUT/secret.txt\") > 0) print l }'"],
  ["awk output", 'awk \'BEGIN { print "x" > "OUT/new.txt" }\'; awk \'BEGIN { system("cat OUT/secret.txt") }\''],
  ["sed files", "sed -n 'r OUT/secret.txt' a.txt; sed 'r OUT/secret.txt' a.txt; sed 'w OUT/new.txt' a.txt"],
  [
    "jq and sqlite",
    "jq -n --rawfile x OUT/secret.txt '$x'; jq -n --slurpfile x OUT/secret.txt '$x'; sqlite3 :memory: \".read OUT/secret.txt\"; sqlite3 :memory: \"attach 'OUT/new.db' as o; create table o.t(a)\"; sqlite3 OUT/new.db 'create table t(a)'",
  ],
  [
    "jq environment",
    "jq -n 'env, $ENV'; env; printenv; set; export -p; declare -p; echo $HOLDALL_SECRET ${HOLDALL_SECRET}",
  ],
  [
    "awk environment",
    "awk 'BEGIN { for (k in ENVIRON) print k, ENVIRON[k] }'; cat /proc/self/environ /proc/1/environ; ls -l /proc/*/cwd /proc/self/fd",
  ],
  [
    "system files",
    "cat /etc/passwd /etc/shadow /proc/version /sys/kernel/* /root/.bashrc ~/.ssh/id_rsa; ls /root /etc /home",
  ],
  [
    "devices",
    "cat /dev/mem /dev/sda; echo x > /dev/tcp/127.0.0.1/80; cat < /dev/tcp/127.0.0.1/22; head -c 10 /dev/random",
  ],
  ["network", "curl -s http://127.0.0.1:1/; wget http://example.org; curl file://OUT/secret.txt; nc -l 1"],
  [
    "programs of the machine",
    "/bin/cat OUT/secret.txt; /usr/bin/env cat OUT/secret.txt; node -e 1; python3 -c 1; /bin/sh -c 'cat OUT/secret.txt'",
  ],
  [
    "tar slip",
    "mkdir t; cd t; printf x > f; tar -cPf ../e.tar ../../outside/secret.txt; tar cf ../w.tar --transform 's,f,../../outside/new.txt,' f; tar -xPf ../w.tar; tar xf ../e.tar; cd ..; tar -xf e.tar -C OUT; cat secret.txt",
  ],
  ["tar through a link", "tar -cf l.tar link/secret.txt; tar -xOf l.tar; tar -chf m.tar link; tar -xOf m.tar"],
  [
    "prototypes in jq",
    'jq -n \'{"__proto__": {"polluted": 1}} | .polluted, .constructor, .["constructor"]?\'; jq -n \'{} | setpath(["__proto__", "polluted"]; 1)\'; jq -n \'"x" | .constructor?\'',
  ],
  [
    "prototypes in awk and variables",
    'awk \'BEGIN { a["__proto__"] = 1; a["constructor"] = 2; print a["polluted"], constructor }\'; __proto__=1; constructor=2; declare -A m=([__proto__]=1 [constructor]=2); echo ${m[toString]} ${toString} ${hasOwnProperty}; export __proto__ toString=x; env | grep -c native',
  ],
  [
    "names of commands",
    "constructor; __proto__; toString; hasOwnProperty; valueOf x; type constructor; command -v __proto__",
  ],
  [
    "regular expressions",
    "x=$(printf 'a%.0s' {1..5000}); echo \"$x!\" | grep -E '^(a+)+$'; echo \"$x!\" | sed -E 's/(a|aa)+$/y/' | wc -c; [[ $x! =~ ^(a|a?)+$ ]]; echo \"$x\" | awk '/^(a*)*b$/'; jq -n --arg x \"$x!\" '$x | test(\"^(a+)+$\")'; case $x in *a*a*a*a*a*a*b) ;; esac",
  ],
  ["a fork bomb", ":(){ :|:& };:"],
  ["endless loops", "while :; do :; done"],
  [
    "endless loops in programs",
    "awk 'BEGIN { while (1) {} }'; sed ':a;ba' a.txt; jq -n 'def f: f; f'; jq -n '[repeat(1)]' | head -c 1",
  ],
  ["endless recursion", "f() { f; }; f; g() { $(g); }; g; h() { eval h; }; h"],
  [
    "huge outputs",
    "yes | head -c 1000000000 | wc -c; seq 1000000000; printf '%2000000000d' 1; x=a; while :; do x=$x$x; done",
  ],
  [
    "huge expansions",
    "echo {1..100000000}; echo {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b} | wc -c; head -c 5000000000 /dev/zero | wc -c; truncate -s 900G big",
  ],
  [
    "files denied by a rule",
    "cat private/key; head private/key; cp private/key k; cat < private/key; grep -r . .; tar cf p.tar private; tar xOf p.tar; mv private p; cat p/key; ln -s private/key pk; cat pk; cat ./private/../private/key; cat PRIVATE/key",
  ],
];

test.each(escapes)("no way out by %s", { timeout: 60_000 }, async (_, command) => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "holdall-escape-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  vi.stubEnv("HOLDALL_SECRET", secret);
  onTestFinished(() => void vi.unstubAllEnvs());
  const [root, outside] = [join(base, "root"), join(base, "outside")];
  for (const folder of [root, outside, join(root, "private")]) mkdirSync(folder);
  writeFileSync(join(outside, "secret.txt"), `${secret}\n`);
  writeFileSync(join(root, "private/key"), `${secret}\n`);
  writeFileSync(join(root, "a.txt"), "a\n");
  symlinkSync(outside, join(root, "link"), "junction");
  const policy = firstOf(
    deny({ under: toPath(join(root, "private")) }, "It is private."),
    allow({ under: toPath(root) }),
    allow({ actions: ["execute", "none"] }),
    deny({}, "Only the folder is open."),
  );
  const { read } = openShell({ backend: nodeBackend({ roots: root }), roots: [toPath(root)], policy, cwd: root });
  const shown = await read(command.replaceAll("OUT", toPath(outside)), { timeout: 20_000 });
  expect(shown).not.toContain(secret);
  expect(shown).not.toMatch(/root:x:0|native code/);
  expect(readdirSync(outside)).toEqual(["secret.txt"]);
  expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe(`${secret}\n`);
  expect(readFileSync(join(root, "private/key"), "utf8")).toBe(`${secret}\n`);
  expect(await read("echo alive", { fresh: true })).toContain("alive");
  // Nothing of it has come into the folder either.
  expect(await read("grep -rl S3CRET . 2>/dev/null")).not.toMatch(/^\.\//m);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});
