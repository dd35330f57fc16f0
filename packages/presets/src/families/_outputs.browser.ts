/** Stands in for _outputs.ts in browsers: there are no commands, so there are no outputs of theirs. */
export function openOutputs(): undefined {
  return undefined;
}
