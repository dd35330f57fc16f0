import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeProject } from "./host.fixture.ts";
import { hosts } from "./hosts.fixture.ts";

describe.each(hosts)("$name", (host) => {
  test("runs commands in the portable shell, each file by the policy, and takes them back", async () => {
    using project = makeProject();
    project.put("notes.md", "# Notes\n");
    project.put(".env", "TOKEN=t0k3n\n");
    const [changed, denied, undone] = await host.run(
      [
        ["bash", { command: "sed 's/Notes/Changed/' notes.md > new.md; seq 3 | paste -sd+; node -e 1; cat new.md" }],
        ["bash", { command: "cat .env; cp .env copy; cat /etc/passwd; ls" }],
        ["undo", host.isOneSession ? { since: "u1" } : { list: true }],
      ],
      { project, shell: "portable", policy: { deny: ["Read(.env)"] }, answers: [true] },
    );
    expect(changed).toMatchObject({ code: "ok" });
    expect(changed?.text).toContain("1+2+3");
    expect(changed?.text).toContain("# Changed");
    expect(changed?.text).toContain("node is not in the portable shell");
    expect(denied?.text).toContain("Not permitted: read");
    expect(denied?.text).not.toMatch(/t0k3n|root:x/);
    expect(undone?.code).toBe("ok");
    expect(readFileSync(join(project.root, "notes.md"), "utf8")).toBe("# Notes\n");
    expect(existsSync(join(project.root, "new.md"))).toBe(!host.isOneSession);
  });
});
