import { get } from "node:http";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the services of this run are. */
    services: string;
  }
}

/** What a test file is given of a service that the tests of a run share: `scripts/testing/global-setup.ts` has them all. */
export function askService<T>(name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = get(`${inject("services")}/${name}`, { agent: false }, async (response) => {
      try {
        const text = (await response.toArray()).join("");
        if (response.statusCode === 200) resolve(JSON.parse(text) as T);
        else reject(new Error(`${name} did not start: ${text}`));
      } catch (error) {
        reject(error);
      }
    });
    request.on("error", reject);
  });
}
