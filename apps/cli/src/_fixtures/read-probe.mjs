// Loaded before the command: prints, for the first read of the file in HOLDALL_PROBE, who waits for it, innermost first.
import fs from "node:fs";
import { Session } from "node:inspector";
import { syncBuiltinESMExports } from "node:module";

const inspector = new Session();
inspector.connect();
inspector.post("Debugger.enable");
inspector.post("Debugger.setAsyncCallStackDepth", { maxDepth: 64 });
inspector.post("Runtime.enable");
inspector.on("Runtime.consoleAPICalled", ({ params }) => {
  const urls = [];
  let trace = params.stackTrace;
  while (trace) {
    urls.push(...trace.callFrames.map(({ url }) => url));
    const { parent, parentId } = trace;
    trace = parent;
    if (parentId) {
      inspector.post("Debugger.getStackTrace", { stackTraceId: parentId }, (_, answer) => {
        trace = answer?.stackTrace;
      });
    }
  }
  process.stderr.write(JSON.stringify(urls));
});

const { readSync } = fs;
const wanted = fs.statSync(process.env.HOLDALL_PROBE).ino;
fs.readSync = (fd, ...rest) => {
  if (fs.fstatSync(fd).ino === wanted) {
    fs.readSync = readSync;
    syncBuiltinESMExports();
    console.debug("");
  }
  return readSync(fd, ...rest);
};
syncBuiltinESMExports();
