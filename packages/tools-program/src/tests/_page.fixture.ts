import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession, type Tool } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { runProgram } from "../index.ts";

/** A page with files, whose tests run programs. */
export function offerPrograms(): void {
  const registry = createRegistry(
    fsTools({ backend: memoryBackend({ files: { "/a.json": '{"n":40}', "/b.txt": "two\n" } }) }) as readonly Tool[],
  );
  registry.add(runProgram({ registry, limits: { cpuMs: 120 } }) as Tool);
  const session = openSession(registry, { policy: allow() });

  Object.assign(globalThis, {
    holdall: {
      async run(code: string) {
        const began = performance.now();
        const result = await session.call("run_program", { code });
        const { output, error } = { output: undefined, error: undefined, ...result };
        return { output, error: error && String(error), ms: performance.now() - began };
      },
    },
  });
}
