export interface SourceTextOptions {
  /** One comment in ten holds an en dash, as prose in real sources does; otherwise all is ASCII. */
  readonly dashes?: boolean;
}

/** Text that looks like a source file of about `bytes`: no line twice, except for closing braces and blank lines. */
export function sourceText(bytes: number, { dashes = false }: SourceTextOptions = {}): string {
  const parts: string[] = [];
  for (let size = 0, index = 0; size < bytes; index++) {
    const part = unit(index, dashes && index % 10 === 0 ? " –" : ":");
    parts.push(part);
    size += part.length;
  }
  return parts.join("");
}

function unit(index: number, colon: string): string {
  return `
/** Step ${index}${colon} takes what came before it and adds its own share. */
export function step${index}(input: readonly number[], options: { scale?: number } = {}): number {
  const scale${index} = options.scale ?? ${index % 17};
  let total${index} = 0;
  for (const value of input) {
    if (value > ${index}) {
      total${index} += value * scale${index};
    }
  }
  return total${index};
}
`;
}
