/** How the words of a program that has subcommands are read. Source: each program's own help. */
export interface ProgramOptions {
  /** Options before the subcommand whose value is the next word, when it is not attached by `=`. */
  readonly values?: string;
  /** Options without a value, or with one that is always attached. */
  readonly flags?: string;
  /** All first words that are its own, where users can define others that mean anything. */
  readonly commands?: string;
  /** Any beginning of a subcommand stands for it. */
  readonly abbreviates?: boolean;
  /** Other words for the same: what is written, and what it counts as. An empty text leaves the word out. */
  readonly same?: Readonly<Record<string, string>>;
}

const npmOptions: ProgramOptions = {
  values:
    "--prefix -C --registry --reg --userconfig --globalconfig --loglevel --workspace -w --cache --tag --scope --otp --location -L " +
    "--script-shell --node-options --omit --include --access --message -m --call -c --package --depth --dir --cwd --filter -F --config",
  flags:
    "-s --silent -q --quiet -d --verbose -g --global -f --force -y --yes -n --no --json --offline --prefer-offline --prefer-online " +
    "--ignore-scripts --no-audit --no-fund --no-color --color --no-progress --progress --dry-run --workspaces --ws --if-present " +
    "--include-workspace-root --iwr --foreground-scripts -r --recursive --stream --parallel --no-update-notifier --version -v --help -h",
};

const npm: ProgramOptions = {
  ...npmOptions,
  abbreviates: true,
  same: {
    ...Object.fromEntries("i in ins inst insta instal add isntall isnt".split(" ").map((word) => [word, "install"])),
    ...Object.fromEntries("remove rm r un unlink".split(" ").map((word) => [word, "uninstall"])),
    ...Object.fromEntries("run-script rum urn".split(" ").map((word) => [word, "run"])),
    ...Object.fromEntries("clean-install ic install-clean".split(" ").map((word) => [word, "ci"])),
    x: "exec",
    create: "init",
    innit: "init",
    up: "update",
    upgrade: "update",
    udpate: "update",
    c: "config",
    set: "config set",
    t: "test",
    tst: "test",
    "run test": "test",
    "run start": "start",
    author: "owner",
    "dist-tags": "dist-tag",
    "add-user": "adduser",
    login: "adduser",
    ddp: "dedupe",
    why: "explain",
  },
};

const docker: ProgramOptions = {
  values: "-H --host -c --context -l --log-level --config --tlscacert --tlscert --tlskey -f --file -p --project-name",
  flags: "-D --debug --tls --tlsverify -v --version --help",
  same: {
    container: "",
    "image rm": "rmi",
    "image remove": "rmi",
    "image ls": "images",
    "image list": "images",
    "container ls": "ps",
    remove: "rm",
    "container remove": "rm",
    "buildx build": "build",
    "builder build": "build",
    ...Object.fromEntries(
      "build pull push tag save load import history".split(" ").map((word) => [`image ${word}`, word]),
    ),
  },
};

const kubectl: ProgramOptions = {
  values:
    "-n --namespace --context --cluster --user --kubeconfig -s --server --token --as --as-group --as-uid --cache-dir " +
    "--certificate-authority --client-certificate --client-key --request-timeout --tls-server-name --username --password -v --v " +
    "--vmodule --profile --profile-output --kuberc --log-file --log-dir",
  flags: "--insecure-skip-tls-verify --match-server-version --warnings-as-errors --disable-compression --help -h",
  commands:
    "annotate api-resources api-versions apply attach auth autoscale certificate cluster-info completion config cordon cp create " +
    "debug delete describe diff drain edit events exec explain expose get help kustomize kuberc label logs options patch plugin " +
    "port-forward proxy replace rollout run scale set taint top uncordon version wait alpha",
};

const terraform: ProgramOptions = { values: "", flags: "-version -help -h -v --version --help -chdir" };

const git: ProgramOptions = {
  values: "-C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix --attr-source",
  flags:
    "-v --version -h --help -P --no-pager -p --paginate --bare --no-replace-objects --literal-pathspecs --glob-pathspecs " +
    "--noglob-pathspecs --icase-pathspecs --no-optional-locks --no-lazy-fetch --no-advice --html-path --man-path --info-path --list-cmds",
  same: {
    "send-pack": "push",
    "http-push": "push",
    "subtree push": "push",
    "remote-http": "push",
    "remote-https": "push",
    "remote-ftp": "push",
    "remote-ftps": "push",
    "remote-ext": "push",
    "remote-fd": "push",
    "lfs push": "push",
    "svn dcommit": "push",
    "p4 submit": "push",
    "fetch-pack": "fetch",
    "http-fetch": "fetch",
    "remote update": "fetch",
    "commit-tree": "commit",
    stage: "add",
    "init-db": "init",
    "checkout-index": "checkout",
    "filter-repo": "filter-branch",
    "fsck-objects": "fsck",
    pickaxe: "blame",
    annotate: "blame",
  },
};

const pip: ProgramOptions = {
  values:
    "--python --log --proxy --retries --timeout --exists-action --trusted-host --cert --client-cert --cache-dir --keyring-provider " +
    "--use-feature --use-deprecated",
  flags:
    "--debug --isolated --require-virtualenv -v --verbose -q --quiet --no-input --no-cache-dir --disable-pip-version-check --no-color " +
    "-h --help -V --version --no-python-version-warning",
};

const programs: Readonly<Record<string, ProgramOptions>> = {
  git,
  npm,
  pnpm: {
    ...npmOptions,
    same: { i: "install", rm: "remove", un: "remove", uninstall: "remove", up: "update", "run-script": "run" },
  },
  yarn: {
    ...npmOptions,
    values: `${npmOptions.values} --cwd --use-yarnrc --modules-folder --cache-folder --mutex --network-timeout`,
    same: { "npm publish": "publish", "run-script": "run" },
  },
  bun: {
    values: "--cwd -c --config --env-file -r --preload",
    flags: "-b --bun --silent --hot --watch",
    same: { i: "install", rm: "remove" },
  },
  docker,
  podman: {
    ...docker,
    values: `${docker.values} --connection --url --identity --root --runroot --storage-driver --storage-opt --runtime --events-backend`,
  },
  kubectl,
  oc: kubectl,
  helm: {
    values:
      "-n --namespace --kube-context --kubeconfig --kube-apiserver --kube-as-group --kube-as-user --kube-ca-file --kube-token " +
      "--registry-config --repository-cache --repository-config --burst-limit --qps",
    flags: "--debug --help -h --kube-insecure-skip-tls-verify",
    commands:
      "completion create dependency dep env get help history hist install lint list ls package plugin pull fetch push registry repo " +
      "rollback search show inspect status template test uninstall un delete del upgrade verify version",
    same: { delete: "uninstall", del: "uninstall", un: "uninstall", ls: "list", fetch: "pull", inspect: "show" },
  },
  cargo: {
    values: "--color -C --config -Z --explain --manifest-path --target-dir",
    flags: "-v --verbose -q --quiet --locked --offline --frozen -V --version --list -h --help",
    commands:
      "add bench b build c check clean clippy config d doc fetch fix fmt generate-lockfile help info init install locate-project " +
      "login logout metadata miri new owner package pkgid publish r rm remove run rustc rustdoc search t test tree uninstall update " +
      "vendor version yank report read-manifest verify-project",
    same: { b: "build", c: "check", d: "doc", t: "test", r: "run", rm: "remove" },
  },
  go: { values: "-C", flags: "" },
  gh: {
    values: "-R --repo --hostname",
    flags: "--help -h --version",
    commands:
      "auth browse codespace cs gist issue org pr project release repo agent-task attestation cache run workflow alias api completion " +
      "config copilot extension extensions ext gpg-key label preview ruleset rs search secret ssh-key status variable version help " +
      "at accessibility",
    same: {
      "pr new": "pr create",
      "issue new": "issue create",
      "repo new": "repo create",
      "release new": "release create",
    },
  },
  aws: {
    values:
      "--profile --region --output --query --endpoint-url --ca-bundle --cli-read-timeout --cli-connect-timeout --cli-binary-format --color",
    flags:
      "--debug --no-verify-ssl --no-paginate --no-sign-request --no-cli-pager --cli-auto-prompt --no-cli-auto-prompt --version",
  },
  gcloud: {
    values:
      "--account --project --configuration --billing-project --impersonate-service-account --format --verbosity --flags-file " +
      "--access-token-file --trace-token --flatten --filter --limit --page-size --sort-by --zone --region",
    flags: "-q --quiet --log-http --no-log-http --user-output-enabled --no-user-output-enabled -h --help -v --version",
    same: { alpha: "", beta: "", preview: "" },
  },
  az: { values: "-o --output --query --subscription", flags: "--debug --verbose --only-show-errors -h --help" },
  terraform,
  tofu: terraform,
  systemctl: {
    values:
      "-H --host -M --machine -t --type --state -p --property -P -n --lines -o --output -s --signal --kill-whom --job-mode --root --image " +
      "--what --boot-loader-menu --boot-loader-entry --preset-mode --check-inhibitors --timestamp --drop-in",
    flags:
      "--user --system --global --runtime --now -f --force -q --quiet -a --all -l --full -r --recursive --no-block --wait --no-pager " +
      "--no-legend --no-wall --no-ask-password --no-reload --plain --value --failed --dry-run -T --show-transaction -h --help --version",
  },
  pip,
  pip3: pip,
  pipx: pip,
  poetry: {
    values: "-C --directory -P --project",
    flags:
      "-q --quiet -v -vv -vvv --verbose -n --no-interaction --no-plugins --no-cache --ansi --no-ansi -h --help -V --version",
  },
  uv: {
    values:
      "--directory --project --config-file --cache-dir --color --python-preference --allow-insecure-host -p --python",
    flags:
      "-q --quiet -v --verbose --offline --no-config --no-cache -n --native-tls --no-native-tls --no-progress --no-python-downloads " +
      "--managed-python --no-managed-python -h --help -V --version",
  },
  dotnet: {
    values: "--additionalprobingpath --additional-deps --depsfile --fx-version --roll-forward --runtimeconfig",
    flags: "-d --diagnostics -h --help --version --info --list-sdks --list-runtimes",
  },
  apt: {
    values: "-o --option -c --config-file -t --target-release -a --host-architecture",
    flags: "-y --yes -q -qq -s -d -f -m -u -V --assume-yes --quiet --simulate --no-install-recommends",
  },
  brew: {
    values: "",
    flags: "-q --quiet -v --verbose -d --debug -h --help",
    same: { rm: "uninstall", remove: "uninstall" },
  },
  gem: {
    values: "--config-file",
    flags: "-v --version -h --help --verbose --quiet --silent --backtrace --debug --norc",
    abbreviates: true,
  },
  hg: {
    values: "-R --repository --cwd --config --encoding --encodingmode --color --pager",
    flags:
      "-y --noninteractive -q --quiet -v --verbose --debug --traceback --time --profile --version -h --help --hidden",
    abbreviates: true,
  },
};

/** Programs by another name, and what they count as. */
const otherNames: Readonly<Record<string, string>> = {
  hub: "git",
  "docker-compose": "docker compose",
  "docker-buildx": "docker buildx",
  npx: "npm exec",
  pnpx: "pnpm dlx",
  bunx: "bun x",
  uvx: "uv tool run",
  yarnpkg: "yarn",
  nodejs: "node",
  gmake: "make",
  gtar: "tar",
  bsdtar: "tar",
  gsed: "sed",
  "apt-get": "apt",
  kubecolor: "kubectl",
  grm: "rm",
};

/** What is known of a program, whatever name a command has. */
export const programOptions = (name: string): ProgramOptions | undefined =>
  Object.hasOwn(programs, name) ? programs[name] : undefined;

/** What a program counts as under its other name. */
export const sameProgram = (name: string): string | undefined =>
  Object.hasOwn(otherNames, name) ? otherNames[name] : undefined;

/** Short and long spellings of one option. Where they differ for a program, a rule meets more than it names. */
export const sameOption: readonly string[] = [
  "-r -R --recursive",
  "-f --force",
  "-g --global",
  "-a --all",
  "-d --delete",
  "-n --dry-run",
  "-y --yes --assume-yes",
  "-m --message",
  "-X --request",
  "-i --in-place",
  "-o --output",
  "-h --help",
];

/** Options that are several in one, by program and subcommand; words that are options in disguise. */
export const impliedOptions: readonly (readonly [command: string, word: RegExp, options: string])[] = [
  ["git branch", /^-\w*D/, "-d -f"],
  ["git branch", /^-M$/, "-m -f"],
  ["git branch", /^-C$/, "-c -f"],
  ["git push", /^\+/, "--force"],
  ["git push", /^:./, "--delete"],
  ["git commit", /^-\w*n/, "--no-verify"],
];
