// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions look like JavaScript templates
import { beforeAll, describe, expect, it } from "vitest";
import type { Evasion } from "./_evasions.fixture.ts";
import { effectOf, type Outcome, reallyRun } from "./_really-run.fixture.ts";

/** What was reported, by the rule that denies it. A second word says that it cannot run on every machine. */
const denied: Readonly<Record<string, readonly (readonly [command: string, elsewhere?: "elsewhere"])[]>> = {
  "bash(git push:*)": [
    ["git push"],
    ["git -C . push"],
    ["git -C . push origin HEAD"],
    ["git --no-pager push"],
    ["git -P push"],
    ["git --git-dir=.git push"],
    ["git --git-dir .git push"],
    ["git --bare push"],
    ["git --namespace=x push"],
    ["git -ccore.x=y push"],
    ["git -c core.x=y push"],
    ["git --config-env=a.b=HOME push"],
    ["git --exec-path=/x push"],
    ["git --attr-source=HEAD push"],
    ["git --literal-pathspecs push"],
    ["git --unheard-of push"],
    ["git --unheard of push"],
    ["git -c alias.p=push p"],
    ["git p"],
    ["env -S 'git push'"],
    ["env -iS 'PATH=@BIN@ git push'"],
    ["env GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0=push git p"],
    ["echo push | xargs git"],
    ["bash <<< 'git push'"],
    ["source /dev/stdin <<< 'git push'"],
    [". /dev/stdin <<< 'git push'"],
    ["sh -c 'git $0' push"],
    ["bash -c '\"$@\"' _ git push"],
    ["parallel git ::: push", "elsewhere"],
    ["shopt -s expand_aliases; alias gp='git push'\ngp"],
    ['f() { git "$@"; }; f push'],
    ["git $(echo push)"],
    ["git ${x-push}"],
    ["x=push; git $x"],
    ["/usr/lib/git-core/git-push", "elsewhere"],
    ["@BIN@/git-push x"],
    ["git send-pack x"],
    ["git http-push x"],
    ["git subtree push x"],
    ["/lib64/ld-linux-x86-64.so.2 /usr/bin/git push", "elsewhere"],
    ["/lib64/ld-linux-x86-64.so.2 /bin/sh -c 'git push'", "elsewhere"],
    ["npm exec -- git push", "elsewhere"],
    ["npx -c 'git push'", "elsewhere"],
    ["npx -c 'g\"\"it push'", "elsewhere"],
    ["pnpm git push", "elsewhere"],
    ["poetry run git push", "elsewhere"],
    ["docker run x git push", "elsewhere"],
    ["ssh h.invalid git push", "elsewhere"],
    ["printf 'git push' > x.sh; sh x.sh"],
    ["cp @BIN@/git g; ./g push"],
    ["find . -maxdepth 0 -exec git push \\;"],
    ["awk 'BEGIN{system(\"git push\")}'"],
    ["perl -e 'system(q(git push))'"],
    ["hash -p @BIN@/git gp; gp push"],
  ],
  "bash(git push --force:*)": [["git push -f"], ["git -C . push origin +main"], ["git push -uf origin x"]],
  "bash(npm publish:*)": [
    ["npm pub"],
    ["npm --prefix . publish"],
    ["npm -w a publish"],
    ["npm --loglevel silent publ"],
  ],
  "bash(npm run deploy:*)": [["npm run-script deploy"], ["npm run -s deploy"], ["npm --prefix . rum deploy"]],
  "bash(rm -rf:*)": [
    ["rm -fr x"],
    ["rm -r -f x"],
    ["rm -f -R x"],
    ["rm --recursive --force x"],
    ["rm --rec --for x"],
    ["rm x -rf"],
    ["rm -r x -f"],
    ["rm -vrf x"],
    ["rm -rf -- x"],
    ["rm $(echo -rf) x"],
    ["x=-rf; rm $x x"],
    ["echo x -rf | xargs rm"],
    ["env @BIN@/rm -fr x"],
  ],
  "bash(docker rm:*)": [
    ["docker -H tcp://x rm a"],
    ["docker --context c container rm a"],
    ["docker -D container remove a"],
  ],
  "bash(docker compose down:*)": [["docker compose -f x.yml down"], ["docker-compose down"]],
  "bash(kubectl delete:*)": [
    ["kubectl -n x delete pod a"],
    ["kubectl --context=c delete pod a"],
    ["kubectl my-plugin"],
  ],
  "bash(pnpm publish:*)": [["pnpm -r publish"], ["pnpm --filter a publish"], ["pnpm -C . publish"]],
  "bash(yarn publish:*)": [["yarn --cwd . publish"], ["yarn npm publish"]],
  "bash(cargo publish:*)": [
    ["cargo +nightly publish"],
    ["cargo -q publish"],
    ["cargo --config a=1 publish"],
    ["cargo p"],
  ],
  "bash(go run:*)": [["go -C . run x"]],
  "bash(gh repo delete:*)": [["gh -R o/r repo delete"], ["gh repo -R o/r delete"], ["gh my-alias"]],
  "bash(aws s3 rm:*)": [["aws --profile p s3 rm x"], ["aws s3 --region r rm x"], ["aws --debug s3 rm x"]],
  "bash(gcloud projects delete:*)": [["gcloud --project p projects delete x"], ["gcloud beta projects delete x"]],
  "bash(terraform destroy:*)": [["terraform -chdir=x destroy"]],
  "bash(systemctl stop:*)": [["systemctl --user stop x"], ["systemctl -H h stop x"]],
  "bash(helm uninstall:*)": [["helm -n x uninstall a"], ["helm del a"], ["helm --kube-context c un a"]],
  "bash(pip install:*)": [
    ["pip --no-input install x"],
    ["pip -q install x"],
    ["pip3 install x", "elsewhere"],
    ["python3 -m pip install x", "elsewhere"],
    ["python3.11 -mpip install x", "elsewhere"],
  ],
  "bash(poetry publish:*)": [["poetry -C . publish"], ["poetry --no-ansi publish"]],
  "bash(uv publish:*)": [["uv --directory . publish"], ["uv -q publish"]],
  "bash(dotnet nuget push:*)": [["dotnet -d nuget push x"], ["dotnet --what nuget push x"]],
};

/** Rules that allow a beginning, and what was reported to run behind it. */
const allowed: readonly (readonly [rule: string, command: string, elsewhere?: "elsewhere"])[] = [
  ["bash(sed -n:*)", "sed -n '1e touch pwned' f"],
  ["bash(sed -n:*)", "sed -n 'w pwned' f"],
  ["bash(awk -F:*)", "awk -F : 'BEGIN{system(\"touch pwned\")}'"],
  ["bash(awk:*)", "awk '{print $1 > 5; system(\"touch pwned\")}' f"],
  ["bash(git -C:*)", "git -C . bisect run id"],
  ["bash(git -C:*)", "git -C . submodule foreach id"],
  ["bash(make -s:*)", "make -s SHELL=@BIN@/toucher"],
  ["bash(tar -xf:*)", "tar -xf h.invalid:a.tar", "elsewhere"],
  ["bash(tar -xf:*)", "tar -xf f.tar --to-command=@BIN@/toucher", "elsewhere"],
  ["bash(npm -s:*)", "npm -s exec -c 'touch pwned'"],
  ["bash(node --no-warnings:*)", "node --no-warnings --import=./evil.mjs ok.mjs"],
  ["bash(rg -n:*)", "rg -n --pre=@BIN@/toucher a f", "elsewhere"],
];

const outcomes = new Map<string, Outcome>();
const key = ({ rules, command }: Pick<Evasion, "rules" | "command">) => JSON.stringify([rules, command]);
const recordedBy = (command: string) =>
  /pwned|toucher|evil/.test(command) && !/^npm|^git/.test(command) ? {} : { recorded: /^\w[\w-]* ./m };

const restricted = Object.entries(denied).flatMap(([rule, commands]) =>
  commands.map(([command, elsewhere]) => ({ rule, command, elsewhere, rules: { allow: ["bash"], deny: [rule] } })),
);
const widened = allowed.map(([rule, command, elsewhere]) => ({ rule, command, elsewhere, rules: { allow: [rule] } }));

beforeAll(async () => {
  const all = [...restricted, ...widened].map((each) => ({ ...each, ...recordedBy(each.command) }));
  const done = await reallyRun(all);
  for (const [i, each] of all.entries()) outcomes.set(key(each), done[i]!);
}, 300_000);

describe.each(restricted)("$rule: $command", (each) => {
  it("is not run unasked, and does what it is written for", () => {
    const { effect, did } = outcomes.get(key(each))!;
    expect(effect).not.toBe("allow");
    if (!each.elsewhere) expect(did).toBe(true);
  });
});

describe.each(widened)("$rule does not allow $command", (each) => {
  it("which does more than that rule says", () => {
    const { effect, did } = outcomes.get(key(each))!;
    expect(effect).not.toBe("allow");
    if (!each.elsewhere) expect(did).toBe(true);
  });
});

it.each([
  ["bash(git push:*)", "git -C . push"],
  ["bash(git push:*)", "git send-pack x"],
  ["bash(git push:*)", "env -S 'git push'"],
  ["bash(npm publish:*)", "npm pub"],
  ["bash(rm -rf:*)", "rm x --force -R"],
  ["bash(pip install:*)", "python3 -m pip install x"],
])("%s: what is certain is denied, not asked about: %s", (rule, command) =>
  expect(effectOf(command, { allow: ["bash"], deny: [rule] }, "/home/me/app")).toBe("deny"),
);

it.each([
  "git status",
  "git -C sub log -3",
  'git commit -m "$(date)"',
  "git stash push",
  "rm x",
  "rm -f x",
  "rm -r x",
  "npm test",
  "npm run build -- --watch",
  "cat f | grep push",
  "echo git push",
  "grep -rn 'git push' docs",
  'for f in *.ts; do wc -l "$f"; done',
  "make -j4 test V=1",
  "python3 script.py --x",
  "python3 -m pytest -q",
  "tar -xf a.tar",
  "source .venv/bin/activate && pytest",
  "sed -i 's/push/pull/' f",
  "find . -name '*.ts' -exec wc -l {} +",
  "docker ps",
  "FOO=1 npm test",
  "kubectl get pods",
  "curl -s https://example.com | head",
  "awk '$3 > 100 {print $1}' f",
])("a rule that denies something else does not make %s ask", (command) => {
  const rules = {
    allow: ["bash"],
    deny: ["bash(git push:*)", "bash(rm -rf:*)", "bash(npm publish:*)", "bash(kubectl delete:*)"],
  };
  expect(effectOf(command, rules, "/home/me/app")).toBe("allow");
});

it("a rule that names exactly this command lets it run, where it is not denied for certain", () => {
  const rules = { allow: ["bash", "bash(git lg)", "bash(git -C . push)"], deny: ["bash(git push:*)"] };
  expect(effectOf("git lg", rules, "/home/me/app")).toBe("allow");
  expect(effectOf("git lg x", rules, "/home/me/app")).toBe("ask");
  expect(effectOf("git -C . push", rules, "/home/me/app")).toBe("deny");
  expect(effectOf("git $x", { ...rules, allow: ["bash", "bash(git $x)"] }, "/home/me/app")).toBe("ask");
});

it("names that every object has are names like others", () => {
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"])
    for (const command of [`${name} x`, `git ${name}`, `npm ${name} x`])
      expect(
        effectOf(command, { allow: ["bash"], deny: [`bash(${name}:*)`, `bash(npm ${name}:*)`] }, "/home/me/app"),
      ).toBe(command.startsWith("git") ? "ask" : "deny");
});

it.each(["bash(git push*)", "bash(git pus*)"])("%s holds behind options, too", (rule) => {
  const rules = { allow: ["bash"], deny: [rule] };
  expect(effectOf("git -C . push origin", rules, "/home/me/app")).toBe("deny");
  for (const command of ["git $x", "chronic git push", "git p"])
    expect(effectOf(command, rules, "/home/me/app")).toBe("ask");
});
