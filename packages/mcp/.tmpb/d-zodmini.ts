import * as z from "zod/mini";
globalThis.x=z.object({a:z.string()});
