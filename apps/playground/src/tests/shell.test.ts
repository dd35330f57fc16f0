import { expect, test } from "vitest";
import { chromiumPath, noChromium, openSite, openTab } from "../fixtures/_site.fixture.ts";
import { choose, enter, holds, openFile, runTool, stateOf } from "../fixtures/_steps.fixture.ts";

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`the playground runs commands (${noChromium})`, () => {});
} else {
  await openSite();

  test("commands run in the page, on files that stay in the browser", async () => {
    const page = await openTab();
    await enter(page, "This browser");
    await choose(page, "Permissions", "Accept edits");
    const ran = await runTool(page, "bash", {
      command:
        "mkdir -p report; for n in 3 1 2; do echo $n; done | sort | paste -sd+ > report/sum.txt; echo '{\"a\":[1,2]}' | jq '.a | add' >> report/sum.txt; sed -i 's/^/> /' report/sum.txt; cat report/sum.txt; git status",
    });
    expect(await stateOf(ran)).toBe("success");
    await holds(await openFile(page, "/report/sum.txt"), "> 1+2+3\n> 3\n");
    expect(await ran.textContent()).toContain("git");
  });
}
