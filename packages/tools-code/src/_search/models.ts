import { ToolError } from "@holdall/tool-core";
import type { CodeToolsOptions, EmbedTexts } from "../options.ts";

/** What a model reranks: a result's location in words and its text. */
export interface Candidate {
  readonly score: number;
  readonly document: string;
}

interface RerankRequest {
  readonly query: string;
  /** One name, rather than a sentence. */
  readonly isName: boolean;
  readonly signal: AbortSignal;
}

const toEmbed = 60;
const toRerank = 30;
const maxVectors = 20_000;

/** Vectors of texts, by the function that made them. */
const vectors = new WeakMap<EmbedTexts, Map<string, ArrayLike<number>>>();

/** The order of the best candidates after the models, as far as there are any, have been asked. A model that fails changes nothing, and a note says so. */
export async function askModels<T extends Candidate>(
  found: readonly T[],
  { embedding, rerank }: Pick<CodeToolsOptions, "embedding" | "rerank">,
  asked: RerankRequest,
): Promise<{ readonly ranked: readonly T[]; readonly notes: readonly string[] }> {
  let ranked = found;
  const notes: string[] = [];
  const attempt = async (name: string, count: number, ask: (best: readonly T[]) => Promise<readonly number[]>) => {
    const best = ranked.slice(0, count);
    if (best.length < 2) return;
    try {
      const scores = await ask(best);
      if (scores.length !== best.length || scores.some((score) => !Number.isFinite(score)))
        throw new ToolError("invalid_output", `${scores.length} scores for ${best.length} texts.`);
      const order = best.map((candidate, i) => ({ candidate, score: scores[i]! }));
      order.sort((one, other) => other.score - one.score);
      ranked = [...order.map(({ candidate, score }) => ({ ...candidate, score })), ...ranked.slice(count)];
    } catch (error) {
      if (asked.signal.aborted) throw error;
      notes.push(`The ${name} failed (${(error as Error).message}): results are ranked without it.`);
    }
  };
  if (embedding)
    await attempt("embedding", toEmbed, async (best) => {
      const like = await similarities(embedding, best, asked);
      const share = asked.isName ? 0.3 : 0.5;
      const [words, meaning] = [spread(best.map(({ score }) => score)), spread(like)];
      return words.map((score, i) => (1 - share) * score + share * meaning[i]!);
    });
  if (rerank)
    await attempt("reranking model", toRerank, async (best) =>
      spread(
        await rerank(
          asked.query,
          best.map(({ document }) => document),
          { signal: asked.signal },
        ),
      ),
    );
  return { ranked, notes };
}

async function similarities(
  embedding: EmbedTexts,
  best: readonly Candidate[],
  { query, signal }: RerankRequest,
): Promise<number[]> {
  const known = vectors.get(embedding) ?? new Map<string, ArrayLike<number>>();
  vectors.set(embedding, known);
  if (known.size > maxVectors) known.clear();
  const missing = [...new Set([query, ...best.map(({ document }) => document)])].filter((text) => !known.has(text));
  if (missing.length > 0) {
    const made = await embedding(missing, { signal });
    if (made.length !== missing.length)
      throw new ToolError("invalid_output", `${made.length} vectors for ${missing.length} texts.`);
    for (const [i, text] of missing.entries()) known.set(text, made[i]!);
  }
  const asked = known.get(query)!;
  return best.map(({ document }) => cosine(asked, known.get(document)!));
}

function cosine(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let [dot, a, b] = [0, 0, 0];
  for (let i = 0; i < one.length; i++) {
    dot += one[i]! * other[i]!;
    a += one[i]! ** 2;
    b += other[i]! ** 2;
  }
  return dot / (Math.sqrt(a * b) || 1);
}

/** Scores between 0 and 1. */
function spread(scores: readonly number[]): number[] {
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  return scores.map((score) => (score - least) / (most - least || 1));
}
