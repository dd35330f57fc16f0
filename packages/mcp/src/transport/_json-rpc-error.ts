/** An HTTP answer to a request that never became a JSON-RPC call. */
export function jsonRpcError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}
