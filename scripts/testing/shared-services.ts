import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Something that all tests of a run share. */
export interface SharedService {
  /** What one test file is given of it, as JSON. */
  give(): unknown;
  stop?(): Promise<void>;
}

export type StartService = () => Promise<SharedService>;

export interface SharedServices {
  /** Where tests ask for a service, by its name. */
  readonly url: string;
  close(): Promise<void>;
}

/** Offer services to the processes of a test run: each is started when it is first asked for, and ends with the run. */
export async function openServices(services: Readonly<Record<string, StartService>>): Promise<SharedServices> {
  const started = new Map<string, Promise<SharedService>>();
  const answer = async ({ url = "/" }: IncomingMessage, response: ServerResponse) => {
    const name = url.slice(1);
    const start = services[name];
    try {
      if (!start) throw new Error(`There is no shared service named ${name}.`);
      const running = started.get(name) ?? start();
      started.set(name, running);
      response.end(JSON.stringify(await (await running).give()));
    } catch (error) {
      started.delete(name);
      response.writeHead(500).end(error instanceof Error ? error.stack : String(error));
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      const running = await Promise.allSettled(started.values());
      await Promise.all(running.map((each) => (each.status === "fulfilled" ? each.value.stop?.() : undefined)));
    },
  };
}
