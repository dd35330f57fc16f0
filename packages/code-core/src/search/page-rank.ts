/** PageRank of a graph: how much each node is pointed at, by what is pointed at itself. The ranks add up to 1. */
export function pageRank(edges: readonly (readonly number[])[], { damping = 0.85, rounds = 20 } = {}): Float64Array {
  const count = edges.length;
  let ranks = new Float64Array(count).fill(1 / Math.max(1, count));
  for (let round = 0; round < rounds; round++) {
    const next = new Float64Array(count);
    let loose = 0;
    for (let node = 0; node < count; node++) {
      const targets = edges[node]!;
      if (targets.length === 0) loose += ranks[node]!;
      else for (const target of targets) next[target]! += ranks[node]! / targets.length;
    }
    const base = (1 - damping) / count + (damping * loose) / count;
    for (let node = 0; node < count; node++) next[node] = base + damping * next[node]!;
    ranks = next;
  }
  return ranks;
}
