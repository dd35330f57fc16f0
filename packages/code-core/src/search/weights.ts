/** The weight of each signal. The values were tuned on annotated questions: `npm run -s eval -- code-search`. */
export interface RankWeights {
  readonly k1: number;
  readonly text: number;
  readonly symbols: number;
  readonly path: number;
  /** How much a field's length counts against it, 0 to 1. */
  readonly textLength: number;
  readonly symbolsLength: number;
  readonly pathLength: number;
  /** Of an identifier of the query, whole. */
  readonly whole: number;
  /** Of neighbors in the query, as one identifier. */
  readonly joined: number;
  /** Of a file's further chunks. */
  readonly further: number;
  /** Of path words that the query has. */
  readonly pathMatch: number;
  /** Of how much other files depend on a file. */
  readonly prior: number;
  /** A file that defines the requested name, or a name in a sentence. */
  readonly definition: number;
  readonly definitionInSentence: number;
  readonly tests: number;
  readonly documents: number;
}

export const defaultWeights: RankWeights = {
  k1: 3.5,
  text: 1,
  symbols: 1.5,
  path: 2.5,
  textLength: 0.9,
  symbolsLength: 0.5,
  pathLength: 0.2,
  whole: 1,
  joined: 0.8,
  further: 0.5,
  pathMatch: 1.4,
  prior: 0.6,
  definition: 3,
  definitionInSentence: 0.5,
  tests: 0.3,
  documents: 0.5,
};
