import type { Definition } from '../src/definition/model/definition.js';
import type { Definitions } from '../src/definition/read-definitions.js';
import type { Canonical } from '../src/domain/canonical/canonical-json.js';
import type { Address } from '../src/domain/chain/hex.js';
import { EvaluationTrace } from '../src/engine/scheduler/evaluation-trace.js';
import { Needs } from '../src/engine/scheduler/needs.js';
import type { SubjectCache } from '../src/engine/scheduler/subject-cache.js';
import { TrackedStateView } from '../src/engine/scheduler/tracked-state-view.js';
import { evaluate } from '../src/evaluator/evaluate/evaluate.js';
import { FIRST_BLOCK, MEASURED_BLOCKS, POPULATED_BLOCKS, subjectsOf } from './evaluate-chain.js';
import type { BenchEngine } from './evaluate-engine.js';
import { fixedShapeHash } from './evaluate-limit.js';
import { median } from './quantile.js';

const ROUNDS = 7;
const RANGE = { fromBlock: FIRST_BLOCK, toBlock: FIRST_BLOCK + POPULATED_BLOCKS + MEASURED_BLOCKS - 1 };

export interface RateFigures {
  /** A second of processor time, like the others. */
  readonly evaluations: number;
  readonly proofs: number;
  /** The same proofs, by code generated for their shape. */
  readonly limit: number;
  /** Bytes of a proof. */
  readonly bytes: number;
}

/** Every definition asked of every subject at the end of the range; then those that are proven; then the limit. */
export async function measureRates(
  engine: BenchEngine,
  { catalog }: Definitions,
  subjects: number,
): Promise<RateFigures> {
  const pairs = subjectsOf(subjects).flatMap((subject) =>
    catalog.definitions.map((definition) => ({ definition, subject })),
  );
  const cast = engine.cast(RANGE);
  await engine.within(async (store) => {
    await cast.loadSubjects(new Set(pairs.map(({ subject }) => subject)), store);
    for (;;) {
      const needs = new Needs();
      for (const pair of pairs) {
        evaluated(cast, pair);
        needs.add(trace.needs);
      }
      if (needs.isEmpty) break;
      await cast.load(needs, store);
    }
  });
  const proven = pairs.filter((pair) => evaluated(cast, pair).verdict === 'proven');
  const texts = proven.flatMap((pair) => evaluated(cast, pair).claims);
  const limits = texts.map(({ canonical }) => fixedShapeHash(JSON.parse(canonical) as Canonical));
  limits.forEach((hashOf, at) => {
    if (`sha256:${hashOf()}` !== texts[at]!.proofHash)
      throw new Error(`not the limit of ${texts[at]!.canonical}`);
  });
  // Side by side, so that all of them have the same machine.
  const rates = { evaluations: [] as number[], proofs: [] as number[], limit: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    rates.evaluations.push(pairs.length / cpuSeconds(() => pairs.map((pair) => evaluated(cast, pair))));
    rates.proofs.push(texts.length / cpuSeconds(() => proven.map((pair) => evaluated(cast, pair))));
    rates.limit.push(texts.length / cpuSeconds(() => limits.map((hashOf) => hashOf())));
  }
  return {
    evaluations: median(rates.evaluations),
    proofs: median(rates.proofs),
    limit: median(rates.limit),
    bytes: texts.reduce((sum, { canonical }) => sum + canonical.length, 0) / texts.length,
  };
}

const trace = new EvaluationTrace();

function evaluated(
  cast: SubjectCache,
  { definition, subject }: { definition: Definition; subject: Address },
) {
  trace.clear();
  const view = new TrackedStateView(cast, subject, RANGE, trace);
  view.goTo(RANGE.toBlock);
  return evaluate(definition, subject, view);
}

function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
