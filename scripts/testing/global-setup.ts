import type { TestProject } from "vitest/node";
import { buildPlayground } from "../../apps/playground/src/fixtures/_built.fixture.ts";
import { serveBrowser } from "../../packages/backends-opfs/src/_browser-server.fixture.ts";
import { servePostgres } from "../../packages/backends-sql/src/fixtures/_postgres.fixture.ts";
import { openServices } from "./shared-services.ts";

/** What the tests of a run share: one browser, one Postgres, one build of the playground. Nothing starts before it is asked for. */
export async function setup(project: Pick<TestProject, "provide">): Promise<() => Promise<void>> {
  const services = await openServices({
    browser: serveBrowser,
    postgres: servePostgres,
    "playground-production": () => buildPlayground("production"),
    "playground-development": () => buildPlayground("development"),
  });
  project.provide("services", services.url);
  return () => services.close();
}
