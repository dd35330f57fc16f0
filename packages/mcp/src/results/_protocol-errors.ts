import { ToolError } from "@holdall/tool-core";
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";

/** The same, with a ToolError as the protocol has it; one that says that a resource does not exist has its own code. */
export async function protocolErrors<T>(work: Promise<T>, uri?: string): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    if (!ToolError.is(thrown)) throw thrown;
    const { code, message, hint, data } = thrown;
    if (code === "not_found" && uri !== undefined) throw new ResourceNotFoundError(uri, message);
    const ours = code === "internal" || code === "unavailable" || code === "timeout";
    throw new ProtocolError(
      ours ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams,
      hint ? `${message} ${hint}` : message,
      { code, ...(data && { data }) },
    );
  }
}
