import { nodeThread } from "../engine/node-thread.ts";
import { type Engine, workersOf } from "../engine/worker.ts";
import type { PictureJob, PictureReply } from "./picture-job.ts";

const seconds = 20;
const workerOf = workersOf<PictureJob, PictureReply>();

const nodePictures: Engine = {
  what: "Pictures",
  packages: "@resvg/resvg-js",
  open: () => nodeThread((ending) => new URL(`./picture-worker${ending}`, import.meta.url), "Pictures"),
};

/** Draw an SVG at twice its size, in a thread of Node. */
export const drawSvg = (job: PictureJob, signal: AbortSignal): Promise<PictureReply> =>
  workerOf(nodePictures).run(job, { signal, seconds });
