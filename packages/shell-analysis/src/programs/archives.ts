import type { Risk } from "../analysis.ts";
import { type Arg, everything } from "../parse/arg.ts";
import { both, here, named, set, touching } from "./_files.ts";
import { risksOf } from "./file-readers.ts";
import { type Call, isOption, type Meaning, type Program, splitArgs } from "./program.ts";

/** Options of tar that are followed by a value, as letters and in full. */
const tarLetters = "bCfFgHIKLNTVX";
const tarValues = set(
  "-b --blocking-factor -C --directory -f --file -F --info-script --new-volume-script -g --listed-incremental -H --format " +
    "-I --use-compress-program -K --starting-file -L --tape-length -N --newer --after-date -T --files-from -V --label -X --exclude-from " +
    "--exclude --strip-components --transform --xform --owner --group --owner-map --group-map --mtime --mode --exclude-tag " +
    "--exclude-ignore --sort --suffix --level --index-file --volno-file",
);
const tarRisks = set(
  "-I --use-compress-program --checkpoint-action --to-command --rsh-command --rmt-command -F --info-script --new-volume-script " +
    "--index-file --volno-file -g --listed-incremental -P --absolute-names -T --files-from --one-top-level",
);

/** `tar cfv a b`: letters without a dash are options, whose values follow them in their order. */
function withDashes([first, ...rest]: readonly Arg[]): readonly Arg[] {
  if (first?.kind !== "exact" || !/^[A-Za-z]+$/.test(first.text)) return first ? [first, ...rest] : [];
  const values = [...rest];
  const options = Array.from(first.text).flatMap((letter) => {
    const option: Arg = { ...first, text: `-${letter}`, mayBeOption: true };
    const value = tarLetters.includes(letter) ? values.shift() : undefined;
    return value ? [option, value] : [option];
  });
  return [...options, ...values];
}

const tar: Program = (call) => {
  const [first] = call.args;
  if (first && first.kind !== "exact") return { unknowns: ["its effects are known only when it runs"] };
  const words = splitArgs(withDashes(call.args), tarValues);
  const has = (...names: string[]) => words.options.some(({ name }) => names.some((each) => isOption(name, each)));
  const values = (...names: string[]) =>
    words.options.flatMap(({ name, value }) => (names.includes(name) && value ? [value] : []));
  const folders = values("-C", "--directory");
  const archives = named(values("-f", "--file"));
  const changes = has(
    "-c",
    "--create",
    "-r",
    "--append",
    "-u",
    "--update",
    "-A",
    "--catenate",
    "--concatenate",
    "--delete",
  );
  const unpacks = has("-x", "--extract", "--get");
  const writes = unpacks && !has("-O", "--to-stdout");
  const packs = has("-c", "--create", "-r", "--append", "-u", "--update");
  const lists = values("-T", "--files-from", "-X", "--exclude-from", "--owner-map", "--group-map");
  // A name with a colon is on another machine, and another program goes there.
  const remote = has("--force-local") ? [] : archives.filter(({ text }) => text.split("/")[0]?.includes(":"));
  return both(
    touching(call, { read: [...(changes ? [] : archives), ...folders, ...lists] }),
    changes ? touching(call, { write: archives }) : {},
    writes ? unpacking(call, folders[0] ?? here, [extracting(call.args)]) : {},
    packs ? packing(call, words.operands, folders, has("-h", "--dereference")) : {},
    packs && has("--remove-files")
      ? touching(call, {
          delete: [...folders, ...words.operands, ...(has("-T", "--files-from") ? [here] : [])],
        })
      : {},
    {
      risks: [
        ...risksOf(words, tarRisks, set("--checkpoint")),
        ...remote.map(
          ({ text }): Risk => ({
            words: [text],
            reason: `${text} is on another machine, which tar reaches with another program`,
          }),
        ),
      ],
    },
  );
};

/** Operands are in the folders that are named before them; that all are is more than is needed. */
function packing(call: Call, operands: readonly Arg[], folders: readonly Arg[], follows: boolean): Meaning {
  const files =
    folders.length === 0 ? operands : folders.flatMap((folder) => operands.map((file) => inside(folder, file)));
  const below = files.map(
    (arg): Arg => ({
      ...arg,
      text: `${arg.text}/*`,
      kind: arg.kind === "dynamic" ? "dynamic" : "glob",
      below: everything,
    }),
  );
  return touching(call, { read: [...files, ...(follows ? below : [])] });
}

const inside = (folder: Arg, file: Arg): Arg =>
  file.text.startsWith("/")
    ? file
    : {
        ...file,
        text: `${folder.text}/${file.text}`,
        kind: folder.kind === "exact" ? file.kind : "dynamic",
        names: undefined,
      };

/** What is in an archive decides what is written, so a rule has to name that it is unpacked. */
const unpacking = (call: Call, folder: Arg, words: readonly string[]): Meaning => ({
  ...both(touching(call, { write: [folder] }), {
    risks: [{ words, reason: "the content of the archive decides which files it writes", startsNothing: true }],
  }),
  brings: true,
});

/** The word that says so. */
const extracting = ([first, ...rest]: readonly Arg[]): string =>
  first && !first.text.startsWith("-")
    ? first.text
    : ([first, ...rest].find((arg) => arg && /^-\w*x|^--(ext|ge)/.test(arg.text))?.text ?? "-x");

const unzip: Program = (call) => {
  const { operands, options } = splitArgs(call.args, set("-d -x -P"));
  const folder = options.find(({ name }) => name === "-d")?.value;
  const lists = options.some(({ name }) => /^-[lptvzZ]$/.test(name));
  return both(
    touching(call, { read: operands.slice(0, 1) }),
    lists
      ? {}
      : unpacking(
          call,
          folder ?? here,
          call.args.map(({ text }) => text),
        ),
  );
};

export const archives: Readonly<Record<string, Program>> = { tar, gtar: tar, bsdtar: tar, unzip };
