let loading: Promise<typeof import("./_approval.ts")> | undefined;

/** What approvals take, loaded with the first call. */
export const loadApprovals = (): Promise<typeof import("./_approval.ts")> => (loading ??= import("./_approval.ts"));
