import { pgDatabase } from "@holdall/backends-sql/pg";
import { pgBossEngine } from "@holdall/durable";
import { lineTo, openAgents, partsRunner, stepTool } from "./_agent-runs.fixture.ts";

/** A process that works, and with `begin` starts an agent of so many parts of which the second one never ends here. */
const { url, log, begin } = JSON.parse(process.argv[2] ?? "{}") as { url: string; log: string; begin: boolean };
const db = pgDatabase({ url, max: 4 });
const engine = await pgBossEngine({ db, lease: 600, poll: 50, onError: () => {} });
const note = lineTo(log);
const pause = (n: number) => (begin && n === 2 ? new Promise<never>(() => {}) : Promise.resolve());
const session = openAgents(engine, { runner: partsRunner(3, note), tools: [stepTool(note, pause)] });
await engine.work();
console.log("working");
if (begin) await session.call("task", { description: "three parts", prompt: "Do three parts." });
