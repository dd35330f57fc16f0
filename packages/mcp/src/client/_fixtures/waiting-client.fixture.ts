// Makes one call and waits for it: node waiting-client.fixture.ts URL FILE TOOL
import { fileRemoteTasks } from "../tasks/file-remote-tasks.ts";
import { connected } from "./servers.fixture.ts";

const [url = "", file = "", tool = ""] = process.argv.slice(2);
await using at = await connected({ far: { url, protocol: "modern" } }, { tasks: fileRemoteTasks(file) });
const result = await at.session.call(tool, {});
console.log(JSON.stringify(result));
