import { expect, test } from "vitest";
import { environmentSecrets } from "./environment-secrets.ts";

test("secrets of an environment are known by their names, and are no paths and no plain words", () => {
  const secrets = {
    API_KEY: "k-12345678",
    dbPassword: "s3cret-word",
    GITHUB_TOKEN: "ghp_0000000000",
    NPM_AUTH: "a b c d 1",
  };
  const others = {
    ...{ KEYBOARD: "de-latin1-x", AUTHOR: "somebody-1", HOME: "/home/somebody1", PATH: "/usr/bin:/bin" },
    ...{
      SSH_AUTH_SOCK: "/tmp/agent.123",
      DB_PASSWORD: "postgres",
      SHORT_TOKEN: "abc-12",
      EMPTY_KEY: "",
      NONE_KEY: undefined,
    },
  };
  expect(environmentSecrets({ ...secrets, ...others })).toEqual(secrets);
});
