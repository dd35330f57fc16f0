import { z } from "zod";
globalThis.x=z.object({a:z.string(),b:z.int().optional()});
