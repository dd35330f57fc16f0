let loading: Promise<typeof import("./approval.ts")> | undefined;

/** What approvals take, loaded with the first call. */
export const loadApprovals = (): Promise<typeof import("./approval.ts")> => (loading ??= import("./approval.ts"));
