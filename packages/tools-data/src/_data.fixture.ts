import { memoryBackend } from "@holdall/backends-memory";
import { allow, type Backend, createRegistry, openSession, type ToolError } from "@holdall/tool-core";
import type { AggregateDataOutput } from "./aggregate/aggregate-params.ts";
import type { ConvertFormatOutput } from "./convert/convert-params.ts";
import { dataTools } from "./data-tools.ts";
import type { FilterDataOutput } from "./query/filter-params.ts";

/** A session with the data tools over some files, and the answers of its calls. */
export function openData(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  backend: Backend = memoryBackend({ files }),
) {
  const session = openSession(createRegistry(dataTools({ backend, sql: { time: 1500 } })), { policy: allow() });
  const call = async <T>(tool: string, input: object): Promise<T> => {
    const result = await session.call(tool, input);
    if (!result.ok) throw result.error;
    return result.output as T;
  };
  return {
    backend,
    session,
    convert: (input: object) => call<ConvertFormatOutput>("convert_format", input),
    filter: (input: object) => call<FilterDataOutput>("filter_data", input),
    aggregate: (input: object) => call<AggregateDataOutput>("aggregate_data", input),
    async fails(tool: string, input: object): Promise<ToolError> {
      const result = await session.call(tool, input);
      if (result.ok) throw new Error(`${tool} should have failed: ${JSON.stringify(result.output)}`);
      return result.error;
    },
    async text(path: string): Promise<string> {
      return new TextDecoder().decode((await backend.read(path as never)).bytes);
    },
  };
}
