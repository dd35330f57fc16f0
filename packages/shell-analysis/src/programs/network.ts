import type { Effect } from "../analysis.ts";
import type { Arg } from "../parse/arg.ts";
import { landing } from "./_copy-targets.ts";
import { both, here, named, set, touching } from "./_files.ts";
import { risksOf } from "./file-readers.ts";
import { isOption, type Program, splitArgs } from "./program.ts";

/** The host that a URL, `host:path` or `user@host:path` names. */
export function hostOf(text: string): Effect | undefined {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url) return url.host === "" ? undefined : { action: "network", target: url.host };
  const remote = /^(?:[\w.-]+@)?([\w.-]+\.[\w-]+|[\w-]+(?=:)):(?!\/\/)/.exec(text)?.[1];
  return remote && !/^[A-Za-z]$/.test(remote) ? { action: "network", target: remote.toLowerCase() } : undefined;
}

/** A URL as curl and wget take it: without a scheme it is http. */
const urlHost = (arg: Arg): Effect | undefined => {
  if (arg.kind !== "exact") return undefined;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(arg.text) ? arg.text : `http://${arg.text}`;
  return URL.canParse(text) ? { action: "network", target: new URL(text).host } : undefined;
};

function hosts(urls: readonly Arg[]): { effects: Effect[]; unknownFiles: string[] } {
  const effects: Effect[] = [];
  const unknownFiles: string[] = [];
  for (const url of urls) {
    const found = urlHost(url);
    if (found) effects.push(found);
    else unknownFiles.push(`which host it talks to is only known when it runs: ${url.text}`);
  }
  return { effects, unknownFiles };
}

const curl: Program = (call) => {
  const words = splitArgs(
    call.args,
    set(
      "-o --output -d --data --data-raw --data-binary --data-urlencode --json -H --header -X --request -A --user-agent -u --user " +
        "-F --form -T --upload-file -b --cookie -c --cookie-jar -e --referer -m --max-time --connect-timeout --retry -K --config " +
        "-w --write-out -x --proxy --url --resolve -r --range -D --dump-header --cacert --cert --key -E --trace --trace-ascii --output-dir --connect-to --socks5 --unix-socket " +
        "--stderr --etag-save --etag-compare --hsts --alt-svc --ssl-sessions --variable --doh-url --dns-servers --interface --preproxy --noproxy",
    ),
  );
  const values = (...names: string[]) =>
    words.options.flatMap(({ name, value }) => (names.includes(name) && value ? [value] : []));
  const uploads = [
    ...values("-d", "--data", "--data-binary", "--data-urlencode", "--json", "-F", "--form").flatMap((arg): Arg[] => {
      const file = /(?:^|=)[@<](.+)$/s.exec(arg.text)?.[1];
      return file ? [{ ...arg, text: file.split(";")[0] ?? file, mayBeOption: false }] : [];
    }),
    ...values("-T", "--upload-file", "--cacert", "--cert", "--key", "-E"),
  ];
  const keeps = words.options.some(({ name }) =>
    /^(-O|--remote-name|-J|--remote-header-name|--remote-name-all)$/.test(name),
  );
  const written = [
    ...values("-o", "--output", "-c", "--cookie-jar", "-D", "--dump-header", "--trace", "--trace-ascii"),
    ...values("--stderr", "--etag-save", "--hsts", "--alt-svc", "--ssl-sessions"),
    ...(keeps ? [here, ...savedNames(words.operands, values("--output-dir"))] : []),
  ];
  const formats = values("-w", "--write-out").filter(({ text, kind }) => kind !== "exact" || /^@|%output/.test(text));
  return both(
    { risks: formats.map(({ text }) => ({ words: [text], reason: "its format may read or write files" })) },
    hosts([...words.operands, ...values("--url", "-x", "--proxy", "--socks5")]),
    touching(call, { read: named(uploads), write: named(written) }),
    {
      risks: risksOf(
        words,
        // With -J the server says how the file is called.
        set(
          "-K --config --resolve --connect-to --unix-socket --abstract-unix-socket --engine --libcurl -J --remote-header-name " +
            "--variable --doh-url --dns-servers --preproxy -Q --quote",
        ),
      ),
    },
  );
};

/** A file that is saved under the last name of its address. */
const savedNames = (urls: readonly Arg[], folders: readonly Arg[]): Arg[] =>
  urls.flatMap((url) => {
    const [path = ""] = url.text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "").split(/[?#]/);
    const name = path.includes("/") ? path.slice(path.lastIndexOf("/") + 1) : "";
    const folder = folders.at(-1);
    const kind = url.kind === "dynamic" || folder?.kind === "dynamic" ? "dynamic" : "exact";
    const text = folder ? `${folder.text}/${name}` : name;
    return name === "" ? [] : [{ text, kind, splits: false, mayBeOption: false }];
  });

/** Options of wget after which servers decide how files are called. */
const loading =
  "-r --recursive -m --mirror -p --page-requisites -x --force-directories --content-disposition --trust-server-names";

const wget: Program = (call) => {
  const words = splitArgs(
    call.args,
    set(
      "-O --output-document -P --directory-prefix -o --output-file -a --append-output -i --input-file -U --user-agent --header --post-data --post-file --body-file -t --tries -T --timeout -e --execute --config " +
        "--save-cookies --load-cookies --rejected-log --warc-file --hsts-file --ca-certificate",
    ),
  );
  const values = (...names: string[]) =>
    words.options.flatMap(({ name, value }) => (names.includes(name) && value ? [value] : []));
  const folders = values("-P", "--directory-prefix");
  const documents = values("-O", "--output-document");
  const isNamed = documents.length > 0;
  const written = [...documents, ...folders, ...values("-o", "--output-file", "-a", "--append-output")];
  const logs = values("--save-cookies", "--rejected-log", "--warc-file", "--hsts-file");
  return both(
    hosts(words.operands),
    touching(call, {
      read: values("-i", "--input-file", "--post-file", "--body-file"),
      write: [...named(isNamed ? written : [...written, here, ...savedNames(words.operands, folders)]), ...logs],
    }),
    { risks: risksOf(words, set(`-e --execute --config --use-askpass -i --input-file ${loading}`)) },
  );
};

const remote: Program = (call) => {
  const words = splitArgs(call.args, set("-p -P -i -o -F -J -l -L -R -D -W -b -c -e -m -S -E --rsh"));
  const [host] = words.operands;
  const effects =
    host?.kind === "exact"
      ? [{ action: "network" as const, target: (host.text.split("@").at(-1) ?? "").toLowerCase() }]
      : [];
  return { effects, risks: [{ words: [], reason: "it runs commands on another machine" }] };
};

/** What makes rsync delete what its target has and its source has not. */
const deletes =
  "--del --delete-before --delete-during --delete-delay --delete-after --delete-excluded --delete-missing-args".split(
    " ",
  );
/** Options of rsync that name further files, or read what to copy from one. */
const placing =
  "--backup-dir --partial-dir -T --temp-dir --log-file --write-batch --only-write-batch --read-batch --files-from " +
  "--compare-dest --copy-dest --link-dest --password-file --suffix --early-input --trust-sender";

const copies: Program = (call) => {
  const isRsync = /(^|\/)rsync$/.test(call.name);
  const words = splitArgs(
    call.args,
    set(
      isRsync
        ? `-e -f -B -M -@ --rsh --exclude --include --filter --rsync-path --exclude-from ${placing}`
        : "-P -i -o -F -c -l -J -S -D -X",
    ),
  );
  const remotes = words.operands.flatMap((arg) => hostOf(arg.text) ?? []);
  const local = words.operands.filter((arg) => !hostOf(arg.text));
  const target = words.operands.at(-1);
  const sources = words.operands.filter((arg) => arg !== target);
  const written = target && local.includes(target) ? target : undefined;
  const risky = isRsync ? `-e --rsh --rsync-path --daemon --config -M --remote-option ${placing}` : "-S -o -F -D";
  const fetched = written && sources.some((arg) => hostOf(arg.text));
  const has = (...names: string[]) => words.options.some(({ name }) => names.some((each) => isOption(name, each)));
  const deleted = [
    ...(written && has("--delete", ...deletes) ? [written] : []),
    ...(has("--remove-source-files", "--remove-sent-files") ? local.filter((arg) => arg !== target) : []),
  ];
  return both(
    touching(call, { read: local.filter((arg) => arg !== target), write: written ? [written] : [], delete: deleted }),
    landing(
      call,
      sources.filter((arg) => local.includes(arg)),
      written,
      {
        recursive: true,
        follows: !isRsync || words.options.some(({ name }) => name === "-L" || isOption(name, "--copy-links")),
        slashMeansContent: isRsync,
      },
    ),
    {
      effects: remotes,
      risks: [
        ...risksOf(words, set(risky)),
        ...(fetched
          ? [
              {
                words: fetchedWords(sources),
                reason: "the response decides which files it writes",
                startsNothing: true,
              },
            ]
          : []),
      ],
      brings: fetched === true,
    },
  );
};

const fetchedWords = (sources: readonly Arg[]) => sources.map(({ text }) => text);

const dials: Program = (call) => {
  const words = splitArgs(call.args, set("-p -s -w -c -e -i -x -q --exec --sh-exec --lua-exec"));
  const [host, port] = words.operands;
  const target =
    host?.kind === "exact" ? `${host.text}${port && /^\d+$/.test(port.text) ? `:${port.text}` : ""}` : undefined;
  const risks = /^n(c|cat)$/.test(call.name.slice(call.name.lastIndexOf("/") + 1))
    ? risksOf(words, set("-c -e --exec --sh-exec --lua-exec"))
    : [];
  return target
    ? { effects: [{ action: "network", target }], risks }
    : { unknownFiles: ["which host it talks to is only known when it runs"], risks };
};

export const network: Readonly<Record<string, Program>> = {
  curl,
  wget,
  ssh: remote,
  scp: copies,
  sftp: copies,
  rsync: copies,
  nc: dials,
  ncat: dials,
  telnet: dials,
  ping: dials,
  dig: dials,
  nslookup: dials,
  host: dials,
};
