import type { IsolateAnswer, IsolateCall, IsolateEnd, IsolateProgram } from "./isolate.ts";

/** To the worker. Every message but `end` is answered by one `turn` or `end`. */
export type ToWorker =
  | ({ readonly type: "run" } & Pick<IsolateProgram, "code" | "limits" | "seed" | "now">)
  | { readonly type: "answer"; readonly index: number; readonly answer: IsolateAnswer }
  | { readonly type: "end" };

/** The progress of a program since the last message. */
export interface Turn {
  readonly calls: readonly IsolateCall[];
  readonly logs: readonly string[];
  /** Milliseconds that it has computed so far. */
  readonly cpu: number;
}

/** From the worker. After `end` it says whether it may run another program. */
export type FromWorker =
  | { readonly type: "loaded" }
  | ({ readonly type: "turn" } & Turn)
  | ({ readonly type: "end"; readonly outcome: IsolateEnd } & Turn)
  | { readonly type: "cleaned"; readonly reusable: boolean };

/** The worker's side of the connection. */
export interface Port {
  post(message: FromWorker): void;
  listen(listener: (message: ToWorker) => void): void;
}
