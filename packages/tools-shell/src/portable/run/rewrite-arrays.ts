/** A part of the syntax tree of the interpreter, as far as arrays need it. */
interface Node {
  type?: string;
  name?: unknown;
  args?: Node[];
  parts?: Node[];
  value?: string;
}

/** A declaration without its arrays, and their assignments. */
export interface DeclaredArrays {
  readonly args: Node[];
  readonly assignments: readonly object[];
}

/**
 * The parts of `declare -A counts=([a]="x y")`: the interpreter splits the values of such a declaration at blanks, and those of
 * an assignment it does not. Undefined for a command that declares no array with values.
 */
export function declaredArrays({ name, args = [] }: Node): DeclaredArrays | undefined {
  const [program] = (name as Node | null)?.parts ?? [];
  if (!/^(?:declare|typeset|local)$/.test(program?.value ?? "")) return undefined;
  const flags = args
    .map((arg) => (arg.parts?.length === 1 ? (arg.parts[0]?.value ?? "") : ""))
    .filter((text) => text.startsWith("-"));
  if (flags.some((text) => text.includes("r"))) return undefined;
  const assignments: object[] = [];
  const kept = args.map((arg) => {
    const found = arrayOf(arg);
    if (!found) return arg;
    assignments.push({ type: "Assignment", name: found.name, value: null, append: found.append, array: found.words });
    return { type: "Word", parts: [{ type: "Literal", value: found.name }] };
  });
  return assignments.length > 0 ? { args: kept, assignments } : undefined;
}

function arrayOf({ parts = [] }: Node) {
  const start = /^(\w+)(\+?)=\(/.exec(parts[0]?.type === "Literal" ? (parts[0].value ?? "") : "");
  const last = parts.at(-1);
  if (!start || last?.type !== "Literal" || !last.value?.endsWith(")")) return undefined;
  const words: Node[] = [];
  let current: Node[] = [];
  const close = () => {
    if (current.length > 0) words.push({ type: "Word", parts: current });
    current = [];
  };
  for (const [at, part] of parts.entries()) {
    if (part.type !== "Literal") {
      current.push(part);
      continue;
    }
    const from = at === 0 ? start[0].length : 0;
    const text = (part.value ?? "").slice(from, at === parts.length - 1 ? -1 : undefined);
    for (const [i, piece] of text.split(/\s+/).entries()) {
      if (i > 0) close();
      if (piece !== "") current.push({ type: "Literal", value: piece });
    }
  }
  close();
  return { name: start[1] ?? "", append: start[2] === "+", words };
}
