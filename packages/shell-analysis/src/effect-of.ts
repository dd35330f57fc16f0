import type { Access } from "@holdall/tool-core";
import type { Effect } from "./analysis.ts";

const effects = new WeakMap<Access, Effect>();

/** Record the effect that an access declares. */
export const setEffect = (access: Access, effect: Effect): void => void effects.set(access, effect);

/** Get the effect of an access created by `commandAccess`. Undefined for others, which must be checked by their target. */
export const effectOf = (access: Access): Effect | undefined => effects.get(access);
