import { readHostPattern } from "@holdall/tool-kit/secrets";
import * as z from "zod";

const host = z
  .string()
  .refine((text) => readHostPattern(text) !== undefined, "takes api.example.com, *.example.com or localhost:8443");

const entry = z
  .strictObject({
    env: z
      .string()
      .regex(/^[A-Za-z_]\w*$/, "takes the name of an environment variable, not its value")
      .optional(),
    file: z.string().min(1).optional(),
    keychain: z.strictObject({ service: z.string().min(1), account: z.string().min(1) }).optional(),
    hosts: z.array(host).optional(),
    query: z.boolean().optional(),
    servers: z.array(z.string().min(1)).optional(),
  })
  .refine(
    ({ env, file, keychain }) => [env, file, keychain].filter((source) => source !== undefined).length === 1,
    "takes one source: env, file or keychain",
  );

/** Secrets of the user by name. A file of its own with these names is `secrets.yaml` in the user's folder. */
export const secretsSchema = z.record(
  z.string().regex(/^[A-Za-z_]\w{0,63}$/, "needs up to 64 letters, digits and _"),
  entry,
);

export type SecretsConfig = z.infer<typeof secretsSchema>;
