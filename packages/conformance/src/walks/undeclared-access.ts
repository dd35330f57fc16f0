import { allow, firstOf, type Scope } from "@holdall/tool-core";
import { succeeded, watchTool } from "../adapter/tool-session.ts";
import type { ToolFixture } from "../tool/tool-case.ts";

/** What the samples access that no scope covers: `network https://a.example of get_weather`. */
export async function undeclared(fixture: ToolFixture, permissions: readonly Scope[]): Promise<readonly string[]> {
  const declared = firstOf(...permissions.map((scope) => allow(scope)));
  const missing = new Set<string>();
  for (const tool of fixture.tools) {
    const { call, session } = await watchTool(tool, fixture, {
      policy(request) {
        const { access } = request;
        if (access && request.tool.name === tool.name && !declared(request))
          missing.add(`${access.action} ${access.target} of ${tool.name}`);
        return { effect: "allow" };
      },
    });
    succeeded(await call(), `the sample of ${tool.name}`);
    await session.close();
  }
  return [...missing];
}
