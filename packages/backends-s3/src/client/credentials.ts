import { type Awaitable, ToolError } from "@holdall/tool-core";

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Present on temporary credentials. */
  readonly sessionToken?: string | undefined;
  /** When temporary credentials expire; new ones are requested a minute before. */
  readonly expiration?: Date | undefined;
}

export type CredentialSource = S3Credentials | (() => Awaitable<S3Credentials>);

export interface Credentials {
  /** What to sign with now. */
  current(): Promise<S3Credentials>;
  /** Drop what a store has refused; false if no request is left to repeat. */
  renew(refused: S3Credentials): boolean;
}

const margin = 60_000;

const unobtainable = (cause: unknown): ToolError =>
  new ToolError("permission_denied", "The credentials for the object store could not be obtained.", {
    hint: "Tell the user; a sign-in may have expired.",
    cause,
  });

/** A function is asked once and again before its answer expires; an answer without `expiration` is kept until it is refused. */
export function createCredentials(source: CredentialSource): Credentials {
  if (typeof source !== "function") return { current: async () => source, renew: () => false };
  let held: Promise<S3Credentials> | undefined;
  let value: S3Credentials | undefined;
  return {
    current() {
      const ends = value?.expiration?.getTime() ?? Number.POSITIVE_INFINITY;
      if (held && Date.now() < ends - margin) return held;
      value = undefined;
      const asked = (async () => source())().catch((error: unknown) => {
        throw ToolError.is(error) ? error : unobtainable(error);
      });
      held = asked;
      asked.then(
        (answer) => {
          if (held === asked) value = answer;
        },
        () => {
          if (held === asked) held = undefined;
        },
      );
      return asked;
    },
    renew(refused) {
      if (value === refused) held = value = undefined;
      return true;
    },
  };
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of this process; empty where there is none, as in browsers. */
export const environment = (): Environment =>
  (globalThis as { readonly process?: { readonly env?: Environment } }).process?.env ?? {};

/** The credentials under their usual names. */
export function credentialsFrom(env: Environment): S3Credentials {
  const accessKeyId = env.AWS_ACCESS_KEY_ID;
  const secretAccessKey = env.AWS_SECRET_ACCESS_KEY;
  const sessionToken = env.AWS_SESSION_TOKEN || undefined;
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey, sessionToken };
  throw new ToolError("permission_denied", "There are no credentials for the object store.", {
    hint: "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or pass `credentials`.",
  });
}
