import { abortedError, type Path, ToolError, type ToolErrorCode } from "@holdall/tool-core";

export * from "@holdall/tool-kit/backends";

export const badName = (path: Path): ToolError =>
  new ToolError(
    "too_large",
    `${path.slice(0, 200)}${path.length > 200 ? "…" : ""} has a name that browsers cannot store: it has more than 255 bytes of UTF-8 or half a character, or it is reserved.`,
    { hint: "Choose a shorter name, of whole characters." },
  );

export const tooLarge = (path: Path, size: number): ToolError =>
  new ToolError("too_large", `${path} has ${size} bytes, too many to read at once.`, {
    hint: "Read it in ranges.",
    data: { path, size },
  });

export const hasNoStorage = (): ToolError =>
  new ToolError("unsupported", "No private file system is available here.", {
    hint: "It requires a page or worker of a browser, on https or localhost; some browsers have none in private windows.",
  });

export const isElsewhere = (): ToolError =>
  new ToolError("unsupported", "`directory` is not a folder of this site's private file system.", {
    hint: "Pass a folder obtained from navigator.storage.getDirectory().",
  });

export const needsWorker = (): ToolError =>
  new ToolError("unsupported", "This browser writes files of its private file system only in dedicated workers.", {
    hint: "Create the backend in a dedicated worker; reading works here.",
  });

export const cannotMove = (): ToolError =>
  new ToolError(
    "unsupported",
    "This browser cannot move files of its private file system, so it cannot write them atomically.",
    {
      hint: "Ask the user to update the browser; reading works.",
    },
  );

export const lostSight = (path: Path): ToolError =>
  new ToolError("unavailable", `The browser stopped watching ${path}.`, {
    hint: "Look at what is there now, and watch again.",
    data: { path },
  });

/** Name of the browser's error → code, the end of a sentence about the path, and the next move. */
const known: Readonly<Record<string, readonly [ToolErrorCode, string, string]>> = {
  NotFoundError: ["not_found", "does not exist", "Check the spelling, or list the folder to see what is there."],
  TypeMismatchError: ["wrong_kind", "is not of the expected kind", "List the folder to see what is there."],
  QuotaExceededError: [
    "unavailable",
    "does not fit: this site's browser storage is full; nothing was changed",
    "Tell the user; remove files that are not needed, then try again.",
  ],
  // Chromium ends a write that does not fit with either of the two.
  AbortError: [
    "unavailable",
    "was not written: the browser stopped, as it does when this site's browser storage is full; nothing was changed",
    "Tell the user; remove files that are not needed, then try again.",
  ],
  NoModificationAllowedError: [
    "unavailable",
    "is held open by other code on this site",
    "Try again once it has been closed.",
  ],
  InvalidModificationError: [
    "wrong_kind",
    "became a folder in the meantime",
    "Look at what is there now, then try again.",
  ],
  InvalidStateError: [
    "unavailable",
    "is in a storage that was cleared or closed",
    "Reload the page; what was there may be gone.",
  ],
  NotReadableError: ["unavailable", "was changed by other code on this site while it was read", "Read it again."],
  NotAllowedError: ["permission_denied", "is not accessible to this page", "Ask the user to allow site data."],
  SecurityError: ["permission_denied", "is not accessible to this page", "Ask the user to allow site data."],
};

/** The browser's error as a ToolError about the path the caller used; every other error as it is. */
export function fromBrowser(thrown: unknown, path: Path, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted && (thrown === signal.reason || isNamed(thrown, "AbortError")))
    return abortedError(signal.reason);
  if (!(thrown instanceof Error) || ToolError.is(thrown)) return thrown;
  if (!(thrown instanceof DOMException) && !(thrown.name in known)) return thrown;
  const [code, what, hint] = known[thrown.name] ?? [
    "unavailable",
    `could not be used (${thrown.name})`,
    "Try again, or use another path.",
  ];
  return new ToolError(code, `${path} ${what}.`, { hint, data: { path, reason: thrown.name }, cause: thrown });
}

/** True for the browser's error of this name. */
export const isNamed = (thrown: unknown, name: string): boolean => thrown instanceof Error && thrown.name === name;
