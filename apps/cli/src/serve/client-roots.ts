import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Session } from "@holdall/tool-core";
import { createDisposeStack, type DisposeStack } from "@holdall/tool-kit/node";
import type { SetupValues } from "../config/read/setup-options.ts";
import type { Output } from "../io.ts";
import type { Setup } from "../setup/set-up.ts";

interface ClientRootsOptions {
  readonly values: SetupValues;
  /** Opens what the tools of some roots need. */
  readonly setUp: (values: SetupValues) => Promise<Setup>;
  readonly open: (setup: Setup) => Promise<Session>;
  readonly stderr: Output;
  /** Called with the setup that counts from now on. */
  readonly onChange: (setup: Setup) => void;
}

/** Sessions whose roots a client names. Disposing ends the last of them. */
export interface ClientRoots extends AsyncDisposable {
  /** Resolves to a session in the folders of these `file:` URLs and those of `--root`; to undefined where none is a folder here. */
  sessionFor(urls: readonly string[]): Promise<Session | undefined>;
}

/** Follow the roots of a client. Each change is logged on stderr and ends the previous session. */
export function clientRoots({ values, setUp, open, stderr, onChange }: ClientRootsOptions): ClientRoots {
  let last: DisposeStack | undefined;
  const tell = (text: string) => void stderr.write(`holdall: ${text}\n`);
  return {
    async sessionFor(urls) {
      const folders = urls.map((url) => fileURLToPath(url));
      const there = folders.filter((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory());
      for (const folder of folders)
        if (!there.includes(folder)) tell(`the client's root ${folder} is not a folder on this machine`);
      if (there.length === 0) {
        tell("the client names no folders; the roots are unchanged");
        return undefined;
      }
      const root = [...new Set([...(values.root ?? []), ...there])];
      await using opened = createDisposeStack();
      const setup = opened.use(await setUp({ ...values, root }));
      const session = opened.use(await open(setup));
      tell(`the client's roots: ${there.join(", ")}`);
      onChange(setup);
      const before = last;
      last = opened.move();
      await before?.disposeAsync();
      return session;
    },
    [Symbol.asyncDispose]: async () => await last?.disposeAsync(),
  };
}
