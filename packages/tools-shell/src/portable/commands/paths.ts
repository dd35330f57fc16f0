import { type Execute, failed, printed, readOptions } from "./command.ts";

/** `mktemp`: a new file or folder with a name that cannot be guessed. */
export const mktemp: Execute = async (args, { fs, env, cwd }) => {
  const { flags, rest } = readOptions(args, "p");
  const template = rest[0] ?? "tmp.XXXXXXXXXX";
  const places = /X{3,}(?=[^X]*$)/.exec(template);
  if (!places) return failed(`mktemp: too few X's in template '${template}'`);
  const inTemp = rest.length === 0 || flags.has("t") || flags.has("p") || flags.has("tmpdir");
  const folder = flags.get("p") || flags.get("tmpdir") || env.get("TMPDIR") || "/tmp";
  const name =
    template.slice(0, places.index) + letters(places[0].length) + template.slice(places.index + places[0].length);
  const path = inTemp && !name.startsWith("/") ? `${folder.replace(/\/$/, "")}/${name}` : name;
  const whole = fs.resolvePath(cwd, path);
  const above = whole.slice(0, whole.lastIndexOf("/")) || "/";
  try {
    if (above === "/tmp" && !(await fs.exists(above))) await fs.mkdir(above, { recursive: true });
    if (flags.has("u")) return printed(`${path}\n`);
    if (flags.has("d") || flags.has("directory")) await fs.mkdir(whole);
    else await fs.writeFile(whole, "");
  } catch (error) {
    return failed(`mktemp: failed to create '${path}': ${(error as Error).message}`);
  }
  return printed(`${path}\n`);
};

function letters(length: number): string {
  const alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => alphabet[byte % alphabet.length]).join(
    "",
  );
}

/** `realpath`: where paths lead. */
export const realpath: Execute = async (args, { fs, cwd }) => {
  const { flags, rest } = readOptions(args);
  let [stdout, stderr] = ["", ""];
  const from = flags.get("relative-to");
  for (const path of rest) {
    const whole = fs.resolvePath(cwd, path);
    const folder = whole.slice(0, whole.lastIndexOf("/")) || "/";
    const name = whole.slice(whole.lastIndexOf("/") + 1);
    const real = await fs.realpath(whole).catch(async () => {
      if (flags.has("e")) return undefined;
      const above = await fs.realpath(folder).catch(() => (flags.has("m") ? folder : undefined));
      return above === undefined ? undefined : fs.resolvePath(above, name);
    });
    if (real === undefined) {
      if (!flags.has("q")) stderr += `realpath: ${path}: No such file or directory\n`;
      continue;
    }
    stdout += `${from === undefined ? real : relative(await fs.realpath(fs.resolvePath(cwd, from)), real)}\n`;
  }
  return { stdout, stderr, exitCode: stderr === "" && rest.length > 0 ? 0 : 1 };
};

function relative(from: string, to: string): string {
  const [start, end] = [from.split("/").filter(Boolean), to.split("/").filter(Boolean)];
  let same = 0;
  while (same < start.length && start[same] === end[same]) same++;
  return [...start.slice(same).map(() => ".."), ...end.slice(same)].join("/") || ".";
}
