import {
  type Implementation,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { capabilitiesOf } from "../input/_channel.ts";
import { defaultInfo, neverNeeded } from "../server/_identity.ts";
import { plainTask, takesTasks, tasksExtension } from "./task.ts";
import type { Tasks } from "./tasks.ts";

const named = z.looseObject({ taskId: z.string() });

/** The methods that a server with tasks answers beside the calls themselves. */
export const taskMethods: readonly string[] = ["tasks/get", "tasks/update", "tasks/cancel"];

/** Answer what clients ask about their tasks: those of one owner. */
export function serveTasks(server: Server, tasks: Tasks, owner: string): void {
  const demand = (ctx: ServerContext) => {
    if (!takesTasks(capabilitiesOf(ctx, server.getClientCapabilities()))) throw needsTasks();
  };
  server.setRequestHandler("tasks/get", { params: named }, async ({ taskId }, ctx) => {
    demand(ctx);
    const task = await tasks.get(taskId, owner);
    if (!task) throw unknownTask(taskId);
    const { inputRequests, result, error } = task;
    return {
      ...plainTask(task),
      ...(inputRequests && { inputRequests }),
      ...(result && { result }),
      ...(error && { error }),
    };
  });
  server.setRequestHandler("tasks/update", { params: named }, async ({ taskId }, ctx) => {
    demand(ctx);
    // The SDK takes them out of the parameters of every request.
    if (!(await tasks.update(taskId, owner, ctx.mcpReq.inputResponses ?? {}))) throw unknownTask(taskId);
    return {};
  });
  server.setRequestHandler("tasks/cancel", { params: named }, async ({ taskId }, ctx) => {
    demand(ctx);
    if (!(await tasks.cancel(taskId, owner))) throw unknownTask(taskId);
    return {};
  });
}

/** A server for these methods alone, which need no session. */
export function taskServer(tasks: Tasks, owner: string, info: Implementation = defaultInfo): Server {
  const server = new Server(info, {
    capabilities: { extensions: { [tasksExtension]: {} } },
    jsonSchemaValidator: neverNeeded,
  });
  serveTasks(server, tasks, owner);
  return server;
}

/** The error for a client that has not declared that it takes tasks. */
export const needsTasks = () =>
  new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } });

const unknownTask = (taskId: string) =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no task ${taskId.slice(0, 100)}: it has expired, or it was never one of yours.`,
  );
