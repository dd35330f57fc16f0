export type { S3Conditions } from "./_conditions.ts";
export type { S3Credentials } from "./_credentials.ts";
export { type S3Backend, type S3BackendOptions, s3Backend } from "./s3-backend.ts";
