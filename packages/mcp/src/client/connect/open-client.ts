import { ToolError } from "@holdall/tool-core";
import { coverSecrets, type Secrets } from "@holdall/tool-kit/secrets";
import { neutralText } from "@holdall/tool-kit/text";
import {
  Client,
  type ClientCapabilities,
  type ClientOptions,
  type JsonSchemaValidator,
  type OAuthClientProvider,
  ProtocolError,
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { tasksExtension } from "../../tasks/task.ts";
import { type BrokenTool, checkAnswer } from "../answers/check-answer.ts";
import { reasonOf } from "../answers/reason-of.ts";
import { createBoundedFetch } from "../bounds/bounded-fetch.ts";
import { boundDepth } from "../bounds/message-depth.ts";
import { sharedLogin } from "../login/shared-login.ts";
import { answerElicitation } from "../questions/answer-elicitation.ts";
import type { Ask } from "../questions/ask.ts";
import type { ServerConfig, ServerPlace } from "../server-config.ts";
import { appsExtension } from "../tools/app-page.ts";
import { environmentOf, fetchWithSecrets } from "./server-secrets.ts";

/** A connection to a program, which ends with it. */
export interface ProgramTransport extends Transport {
  /** How the program ended, and the last of what it said on stderr; empty when there is nothing to say. */
  report(): string;
}

type ProgramPlace = Extract<ServerPlace, { kind: "stdio" }>;

/** Starts the program of a server, where programs can be started. */
export type StartProgram = (place: ProgramPlace, options: Pick<OpenOptions, "maxMessage">) => ProgramTransport;

export interface OpenOptions {
  /** Undefined in browsers. */
  readonly startProgram: StartProgram | undefined;
  /** What `secret:NAME` in environments and headers stands for. */
  readonly secrets: Secrets | undefined;
  /** Bytes of one message. */
  readonly maxMessage: number;
  readonly info: { readonly name: string; readonly version: string };
  readonly ask: Ask | undefined;
  /** Folders that are reported to the server, as file URLs. */
  readonly roots: readonly string[];
  readonly oauth: ((config: ServerConfig) => OAuthClientProvider | undefined) | undefined;
  /** Called with listed tools that are omitted because they are invalid. */
  readonly onBroken: (tool: BrokenTool) => void;
  readonly onToolsChanged: () => void;
  readonly onClose: () => void;
  readonly onError: (error: Error) => void;
}

export interface OpenClient {
  readonly client: Client;
  /** How the server's program ended and what it last said; empty for others. */
  report(): string;
}

type Mode = "legacy" | "auto" | { pin: string };
const modern: Mode = { pin: "2026-07-28" };

/** Connect to a server in the era it speaks. Rejects with why it did not work, with nothing left running. */
export async function openClient(config: ServerConfig, options: OpenOptions, signal: AbortSignal): Promise<OpenClient> {
  const { place, protocol } = config;
  const connect = (transport: Transport, mode: Mode) => connectWith(transport, mode, config, options, signal);
  if (place.kind === "stdio") {
    const { startProgram } = options;
    if (!startProgram) throw noPrograms(config);
    const attempt = async (mode: Mode): Promise<OpenClient> => {
      const env = environmentOf(place, config.name, options.secrets);
      const transport = startProgram({ ...place, env }, options);
      const report = () => coverSecrets(options.secrets, transport.report());
      const client = await connect(transport, mode).catch((cause) => {
        throw refusal(config, cause, report());
      });
      return { client, report };
    };
    if (protocol === "modern") return attempt(modern);
    // Old servers may end, or never answer, when their first message is not `initialize`; new ones refuse it politely.
    return attempt("legacy").catch((error: ToolError) => {
      if (protocol === "auto" && error.cause instanceof ProtocolError) return attempt(modern);
      throw error;
    });
  }
  const url = new URL(place.url);
  const login = options.oauth?.(config);
  const http = {
    requestInit: { headers: { ...place.headers } },
    fetch: createBoundedFetch(options.maxMessage, fetchWithSecrets(options.secrets)),
    ...(login && { authProvider: sharedLogin(login) }),
  };
  const connectSse = () => connect(new SSEClientTransport(url, http), "legacy");
  const client =
    place.kind === "sse"
      ? connectSse()
      : connect(new StreamableHTTPClientTransport(url, http), protocol === "modern" ? modern : protocol).catch(
          (error: unknown) => {
            if (protocol !== "modern" && isNotStreamable(error)) return connectSse();
            throw error;
          },
        );
  return { client: await client.catch((cause) => Promise.reject(refusal(config, cause, ""))), report: () => "" };
}

async function connectWith(
  transport: Transport,
  mode: Mode,
  { name, connectTimeout: timeout, apps }: ServerConfig,
  { info, ask, roots, onBroken, onToolsChanged, onClose, onError }: OpenOptions,
  signal: AbortSignal,
): Promise<Client> {
  const client = new Client(info, {
    capabilities: {
      ...plainCapabilities({ ask, roots }),
      extensions: { [tasksExtension]: {}, ...(apps && appsExtension) },
    },
    versionNegotiation: { mode },
    listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged } },
    jsonSchemaValidator: trusting,
  });
  client.onerror = onError;
  if (ask) client.setRequestHandler("elicitation/create", answerElicitation(name, ask));
  if (roots.length > 0) client.setRequestHandler("roots/list", () => ({ roots: rootsOf(roots) }));
  try {
    await client.connect(
      boundDepth(transport, (message) =>
        checkAnswer(message, onBroken, ({ kind, name }) =>
          onError(new Error(`Its ${kind} ${name} does not follow the protocol, and is left out.`)),
        ),
      ),
      { timeout, signal },
    );
  } catch (error) {
    await transport.close().catch(() => {});
    throw error;
  }
  client.onclose = onClose;
  return client;
}

/** What is declared to servers, apart from extensions. */
export const plainCapabilities = ({ ask, roots }: Pick<OpenOptions, "ask" | "roots">): ClientCapabilities => ({
  ...(ask && { elicitation: { form: { applyDefaults: true }, url: {} } }),
  ...(roots.length > 0 && { roots: {} }),
});

/** Folders as servers get them. */
export const rootsOf = (roots: readonly string[]) => roots.map((uri) => ({ uri, name: folderOf(uri) }));

const folderOf = (uri: string): string => decodeURIComponent(new URL(uri).pathname.split("/").at(-1) || uri);

/** A server checks its own input; its patterns and references are not run here, where they could take forever. */
const trusting: NonNullable<ClientOptions["jsonSchemaValidator"]> = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

const noPrograms = ({ name }: ServerConfig) =>
  new ToolError("permission_denied", `${name} is a program, and programs cannot be started here.`, {
    hint: "Give the URL of a server.",
  });

const isNotStreamable = (error: unknown) =>
  error instanceof SdkHttpError && [400, 404, 405, 406, 415].includes(error.status ?? 0);

/** A browser does not say why a request failed. */
const isPage = "document" in globalThis;

function refusal(config: ServerConfig, cause: unknown, report: string): ToolError {
  if (ToolError.is(cause)) return cause;
  if (cause instanceof UnauthorizedError) {
    return new ToolError("permission_denied", `${config.name} requires a login.`, {
      hint: "Log in to it first.",
      cause,
    });
  }
  if (cause instanceof SdkHttpError && cause.status === 401) {
    return new ToolError("permission_denied", `${config.name} requires a login, or another token than it was sent.`, {
      hint: "Log in to it first, or set its token in `headers`.",
      cause,
    });
  }
  const why = reasonOf(cause);
  const text = [why.replace(/\.?$/, "."), report].filter(Boolean).join(" ");
  return new ToolError("unavailable", neutralText(text).slice(0, 4000), {
    hint:
      config.place.kind === "stdio"
        ? "Run its command by hand to see what is wrong."
        : `Check that the address is right and that the server is running${isPage ? ", and that it allows pages of this origin to call it (CORS)" : ""}.`,
    cause,
  });
}
