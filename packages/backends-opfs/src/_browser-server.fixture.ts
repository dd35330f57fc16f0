import type { SharedService } from "../../../scripts/testing/shared-services.ts";
import { chromiumPath, flags } from "./_chromium.fixture.ts";

/** The browser that all tests of a run share; each file connects to it and has a context of its own. */
export async function serveBrowser(): Promise<SharedService> {
  // Every run of tests loads this file, and few start a browser.
  const { chromium } = await import("playwright-core");
  const start = () =>
    chromium.launchServer({ args: [...flags], executablePath: chromiumPath ?? "", host: "127.0.0.1" });
  let server = await start();
  let isOver = false;
  server.once("close", () => {
    isOver = true;
  });
  return {
    async give() {
      if (isOver) {
        server = await start();
        isOver = false;
      }
      return server.wsEndpoint();
    },
    stop: () => server.close(),
  };
}
