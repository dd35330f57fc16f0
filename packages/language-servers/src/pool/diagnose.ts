import type { Path } from "@holdall/tool-core";
import type { Roots } from "../files/roots.ts";
import type { DiagnosticsQuestion, FileDiagnostics } from "../port/index.ts";
import { readDiagnostics } from "../protocol/diagnostics.ts";
import { RequestError } from "../rpc/connection.ts";
import type { ServerDefinition } from "../server-definition.ts";
import type { ServerHandle } from "./ask.ts";
import type { OpenDocument } from "./documents.ts";

interface DiagnoseOptions {
  readonly roots: Roots;
  readonly definition: ServerDefinition;
  /** Takes each answer as it comes. */
  readonly onAnswer: (answer: FileDiagnostics) => void;
}

/** Ask for the diagnostics of files, with texts in place of those on disk while it lasts. */
export async function diagnose(
  asked: ServerHandle,
  paths: readonly Path[],
  { texts = new Map(), signal }: DiagnosticsQuestion,
  { roots, definition, onAnswer }: DiagnoseOptions,
): Promise<void> {
  const { documents } = asked.server;
  const shown = [...texts].map(([path, text]) => [roots.toReal(path), text] as const);
  try {
    for (const [real, text] of shown) documents.show(real, text);
    await Promise.all(
      paths.map(async (path) => {
        const real = roots.toReal(path);
        const document = texts.has(path) ? documents.get(real) : documents.open(real);
        onAnswer(await diagnoseOne(asked, { path, real, document, definition, signal }));
      }),
    );
  } finally {
    for (const [real] of shown) {
      documents.refresh(real);
    }
  }
}

interface One {
  readonly path: Path;
  readonly real: Path;
  readonly document: OpenDocument | undefined;
  readonly definition: ServerDefinition;
  readonly signal: AbortSignal | undefined;
}

async function diagnoseOne(asked: ServerHandle, one: One): Promise<FileDiagnostics> {
  const { path, document, definition } = one;
  const { name } = definition;
  const no = (why: "timed_out" | "failed", message: string): FileDiagnostics => ({
    ...{ path, ok: false, server: name, why, message },
  });
  if (!document) return no("failed", `${path} cannot be read, or is too large.`);
  try {
    const found = await find(asked, one, document);
    if (typeof found === "string") return no("timed_out", `${name} ${found}`);
    const { encoding } = asked.server;
    const items = readDiagnostics(found.values, path, { tool: name, lines: document.lines, encoding });
    return { path, ok: true, server: name, items };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return no(error.why === "timed_out" ? "timed_out" : "failed", `${name}: ${error.message}`);
  }
}

/** The server's diagnostics of a version of a file, or why there are none. */
async function find(
  asked: ServerHandle,
  { real, definition, signal }: One,
  { uri, version }: OpenDocument,
): Promise<{ readonly values: unknown } | string> {
  const { server } = asked;
  if (server.can("diagnosticProvider") || definition.pullsDiagnostics) {
    const answer = await asked.request("textDocument/diagnostic", { textDocument: { uri } });
    const { kind, items } = (answer ?? {}) as Readonly<Record<string, unknown>>;
    // No earlier answer was given, so it cannot be the same.
    if (kind !== "full" || !Array.isArray(items)) throw new RequestError("refused", "Its diagnostics cannot be read.");
    return { values: items };
  }
  const published = await server.publications.wait(real, version, asked.left(), signal);
  if (published) return { values: published.diagnostics };
  return server.publications.namesVersions(real) === false
    ? "does not say which version of the file its diagnostics are about."
    : "has published no diagnostics of the file as it is now.";
}
