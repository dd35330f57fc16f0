import * as z from "zod";

export const todoSchema = z.object({
  id: z.string(),
  content: z.string(),
  status: z.enum(["pending", "in_progress", "completed", "cancelled"]),
  active_form: z.string().exactOptional(),
});

export const todosSchema = z.array(todoSchema);

export const countsSchema = z.object({
  pending: z.number(),
  in_progress: z.number(),
  completed: z.number(),
  cancelled: z.number(),
});

export const diffSchema = z.object({
  added: todosSchema,
  started: todosSchema,
  completed: todosSchema,
  cancelled: todosSchema,
  removed: todosSchema,
  edited: todosSchema,
});
