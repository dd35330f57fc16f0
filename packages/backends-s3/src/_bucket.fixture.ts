import { bucket, secret, type startS3Server } from "./_s3-server.fixture.ts";
import { type S3BackendOptions, s3Backend } from "./s3-backend.ts";

export { startS3Server } from "./_s3-server.fixture.ts";

export type S3Server = Awaited<ReturnType<typeof startS3Server>>;

/** A backend on the bucket of a test server, which does not wait long. For tests only. */
export const openBucket = ({ endpoint }: Pick<S3Server, "endpoint">, options: Partial<S3BackendOptions> = {}) =>
  s3Backend({
    bucket,
    endpoint,
    region: "eu-test-1",
    credentials: { accessKeyId: "test", secretAccessKey: secret },
    retryDelay: 1,
    ...options,
  });
