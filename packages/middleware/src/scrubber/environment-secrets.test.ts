import { expect, test } from "vitest";
import { environmentSecrets, unhiddenSecrets } from "./environment-secrets.ts";

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

test("addresses of services are secrets where they have a password, and so are webhooks", () => {
  const secrets = {
    DATABASE_URL: "postgres://app:hunter2xY@db.internal/app",
    REDIS_URL: "redis://:p4ssw0rd@cache:6379",
    HTTPS_PROXY: "http://me:p4ssw0rd@proxy:3128",
    SENTRY_DSN: "https://9f8ab7c6d5e4f3a2@o1.ingest.sentry.io/2",
    GO_DSN: "app:p4ssw0rd@tcp(db:3306)/app",
    SQL_CONNECTION: "Server=db;User Id=app;Password=p4ssw0rd",
    DB_PWD: "p4ss-w0rd",
    SECRETKEY: "django-9f8ab7c6",
    AWS_SECRETKEY: "/8Jk2+abcDEFghiJKLmnoPQRstuVWXyz0123456",
    SLACK_WEBHOOK_URL: "https://hooks.slack.com/services/T01/B02/abcdefgh",
    DEPLOY_WEBHOOK: "https://ci.acme.dev/hook/9f8ab7c6",
  };
  const others = {
    PWD: "/home/me/app-1",
    OLDPWD: "/home/me/app-2",
    API_URL: "https://api.acme.dev/v1",
    CACHE_URL: "redis://localhost:6379",
    AUTH_HOST: "localhost:8080",
    CREDENTIALS_FILE: "./secrets/key-1.json",
    KEY_PATH: "C:\\Users\\me\\key-1.pem",
    USE_TOKEN: "true",
  };
  expect(environmentSecrets({ ...secrets, ...others })).toEqual(secrets);
});

test("variables that are named like secrets and hold words are told by name", () => {
  const words = { DB_PASSWORD: "postgres", SHORT_TOKEN: "abc-12" };
  const others = {
    USE_AUTH: "true",
    AUTH_HOST: "localhost:80",
    API_KEY: "k-12345678",
    KEY_PATH: "/etc/key",
    HOME: "word",
  };
  expect(unhiddenSecrets({ ...words, ...others })).toEqual(Object.keys(words));
});
