import { describeBackend } from "@holdall/conformance";
import { toPath } from "@holdall/tool-core";
import { AwsClient } from "aws4fetch";
import { describe, it } from "vitest";
import { s3Backend } from "../s3-backend.ts";

const endpoint = process.env.HOLDALL_TEST_S3;
const keys = { accessKeyId: "test", secretAccessKey: "test" };
const bucket = "holdall-test";

if (endpoint === undefined) {
  // A real server is not part of the install.
  describe.skip("s3Backend on moto (skipped: HOLDALL_TEST_S3 names no server, such as http://127.0.0.1:5000 of moto_server)", () => {
    it("keeps the backend contract", () => {});
  });
} else {
  await new AwsClient({ ...keys, service: "s3", region: "us-east-1" }).fetch(`${endpoint}/${bucket}`, {
    method: "PUT",
  });
  const open = (prefix: string) => s3Backend({ bucket, prefix, endpoint, region: "us-east-1", credentials: keys });
  const make = async () => {
    const prefix = crypto.randomUUID();
    return { backend: await open(prefix), root: toPath("/"), reopen: () => open(prefix) };
  };
  const skip = { "names with a newline or a tab are usable": "moto answers 404 to any key with a newline" };
  describeBackend("s3Backend on moto", make, { skip });
}
