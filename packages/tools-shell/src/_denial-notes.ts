import type { SandboxReport } from "@holdall/tool-core";

/** What the sandbox did not allow, and what it could not prevent. */
export function denialNotes(report: SandboxReport | undefined): string[] {
  if (!report) return [];
  const { needed, tampered } = report;
  const notes: string[] = [];
  if (needed.write.length > 0) notes.push(`The sandbox did not let it write ${needed.write.join(", ")}.`);
  if (needed.network.length > 0) {
    notes.push(
      `The sandbox did not let it reach ${needed.network.join(", ")}. With permissions: "network" it may, if the user agrees.`,
    );
  }
  if (tampered.length > 0) notes.push(`It changed protected files: ${tampered.join(", ")}. Tell the user.`);
  return notes;
}
