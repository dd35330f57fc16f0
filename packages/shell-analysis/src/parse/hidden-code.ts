import type { SyntaxNode } from "unbash";
import { isIdentifier } from "./arithmetic.ts";
import { quotesNothing } from "./words.ts";

/** Why a part of a word may run code that is not followed, with the text of it. */
export function hiddenCode(node: SyntaxNode): readonly [reason: string, text: string] | undefined {
  if ((node.type === "CommandExpansion" || node.type === "ProcessSubstitution") && !node.script)
    return ["a substitution in it cannot be parsed", node.text];
  if (node.type === "ParameterExpansion" && (node.operation?.type === "Transform" || node.prefix === "!"))
    return ["it expands the value of a variable as code or as another name", node.text];
  if (node.type === "HereDocBody" && node.parts?.some((part) => quotesNothing(part)))
    return ["quotes in an expansion in its heredoc protect nothing", node.text];
  if (node.type === "TestUnary" && /^-[vR]$/.test(node.operator) && !isIdentifier(node.operand.text))
    return ["it looks up a name that may hold code", node.operand.text];
  return undefined;
}

/** The variable that `${name:=value}` sets. */
export const assignedBy = (node: SyntaxNode): string | undefined =>
  node.type === "ParameterExpansion" && node.operation?.type === "Default" && node.operation.operator.endsWith("=")
    ? node.parameter
    : undefined;
