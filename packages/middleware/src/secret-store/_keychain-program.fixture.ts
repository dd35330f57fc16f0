import { openSecrets } from "./open-secrets.ts";

// A program with the keychain of its session: prints what each secret reads as, and how a text with the values is shown.
const account = "ann@example.com";
const secrets = openSecrets({
  STORED: { keychain: { service: "holdall-test", account } },
  MISSING: { keychain: { service: "holdall-test", account: "nobody" } },
});
const said = process.argv[2] ?? "";
const shown = secrets.find(said).map(({ name }) => name);
const read = (name: string) => {
  try {
    return secrets.read(name);
  } catch (error) {
    const { code, message, hint } = error as { code: string; message: string; hint: string };
    return { code, message, hint };
  }
};
console.log(JSON.stringify({ shown, stored: read("STORED"), missing: read("MISSING") }));
