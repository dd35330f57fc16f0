export type { S3Credentials } from "./client/credentials.ts";
export type { S3Conditions } from "./objects/conditions.ts";
export { type S3Backend, type S3BackendOptions, s3Backend } from "./s3-backend.ts";
