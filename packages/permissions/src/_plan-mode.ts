import { isWhollyDeclared, isWithin, type Path } from "@holdall/tool-core";
import { isHelper } from "./_command-facts.ts";
import type { Subject } from "./rules/compile-rule.ts";

export interface PlanPlaces {
  readonly roots: readonly Path[];
  /** Whether the command of a call runs where it cannot change anything in the roots. */
  isConfined(subject: Subject): boolean;
}

/**
 * Whether plan mode leaves an access to what decides without it: it reads, asks the web for something, or is part of a
 * command that does nothing besides its accesses, or that is confined to reading.
 */
export function onlyReads(subject: Subject, { roots, isConfined }: PlanPlaces): boolean {
  const { tool, input, access } = subject;
  if (!access || access.action === "read") return true;
  const { action, target } = access;
  if (action === "network") return tool.category === "web" && tool.hints.readOnly;
  if (action === "execute" && target.startsWith("sandbox:")) {
    // Where there is no sandbox to leave, what the command does decides.
    const { permissions } = Object(input) as { readonly permissions?: unknown };
    return target === "sandbox:all" && tool.category === "shell" && permissions === undefined;
  }
  if (action === "execute") return isWhollyDeclared(access) || isHelper(subject) || isConfined(subject);
  const isInside = roots.some((root) => isWithin(target as Path, root));
  return (action === "write" || action === "delete") && !isInside && isConfined(subject);
}
