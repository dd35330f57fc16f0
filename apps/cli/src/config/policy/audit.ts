import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { ToolEvent } from "@holdall/tool-core";
import type { Secrets } from "@holdall/tool-kit/secrets";
import { UsageError } from "../../usage-error.ts";

/** A log of every call, for its owner alone. Disposing waits until all of it is written. */
export interface Audit extends AsyncDisposable {
  onEvent(event: ToolEvent): void;
}

/** Open the log that a file is for, secrets hidden. Throws UsageError where it cannot be written, or below a root: tools could change it there. */
export async function openAudit(
  path: string,
  roots: readonly string[],
  secrets: Readonly<Record<string, string>>,
  named?: Secrets,
): Promise<Audit> {
  if (roots.some((root) => `${path}/`.startsWith(`${resolve(root)}/`)))
    throw new UsageError(
      `The audit log ${path} is inside a root, where the tools could change it.`,
      "Name a file outside the roots.",
    );
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    appendFileSync(path, "", { mode: 0o600 });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The audit log cannot be written: ${why}.`, "Name another file with --audit.");
  }
  const [{ auditLog }, { createScrubber }] = await Promise.all([
    import("@holdall/middleware/node"),
    import("@holdall/middleware"),
  ]);
  const log = auditLog({ file: path });
  const leave = named?.subscribe(log.onSecretUse);
  return {
    onEvent: createScrubber({ secrets, named }).events(log.onEvent),
    async [Symbol.asyncDispose]() {
      leave?.();
      await log[Symbol.asyncDispose]();
    },
  };
}
