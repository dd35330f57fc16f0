/** Precision and recall over sets, of which the single members count. */
export function setCounts() {
  let right = 0;
  let wrong = 0;
  let missed = 0;
  return {
    add(got: ReadonlySet<string>, wanted: ReadonlySet<string>, name?: string) {
      for (const one of got) {
        if (wanted.has(one)) right++;
        else {
          wrong++;
          if (name !== undefined && process.env.HOLDALL_EVAL_MISSES) console.error(`  wrong: ${name} at ${one}`);
        }
      }
      for (const one of wanted) {
        if (got.has(one)) continue;
        missed++;
        if (name !== undefined && process.env.HOLDALL_EVAL_MISSES) console.error(`  miss: ${name} at ${one}`);
      }
    },
    get precision() {
      return right / (right + wrong);
    },
    get recall() {
      return right / (right + missed);
    },
  };
}
