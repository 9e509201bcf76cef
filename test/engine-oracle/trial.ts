import { readDefinitions } from '../../src/definition/read-definitions.js';
import { castOf } from '../simulation/dense-cast.js';
import { EngineSimulation, type LivingStore, type SimulationPlan } from '../simulation/engine-simulation.js';
import { MadeViews } from '../simulation/made-views.js';
import { Prng } from '../simulation/prng.js';
import { SpannedViews } from '../simulation/spanned-views.js';
import { differences, type Stored } from './differences.js';
import { plainBlock } from './plain-block.js';
import { recompute } from './recompute.js';
import { type ReportedBlock, reportedBy } from './reported.js';

/** The published definitions; a trial uses only the ids of the registries. */
export const { catalog: CATALOG, bindings: BINDINGS } = readDefinitions(false);
const BINDING_IDS = [...BINDINGS.keys()];

export interface TrialStore extends LivingStore {
  stored(): Promise<Stored>;
  /**
   * Lets it give these results of view calls; without it the store has none.
   *
   * @param last block of the simulation
   * @param mostChanges of a result in consecutive blocks; without it all results are known in any block
   */
  show?(views: MadeViews, last: number, mostChanges: number | undefined): void;
}

const FIRST = 100;
/** Addresses with small numbers. */
const NOBODY = [0, 1, 2, 3].map((number) => `0x${String(number).padStart(40, '0')}`);

/**
 * Runs an engine through the simulation of a seed, and compares everything stored with a full recompute, at the end and sometimes
 * before.
 *
 * @param isPlain of one node all the time, and with view calls that are followed for good
 * @throws an error that names seed and plan, with the differences
 */
export async function trial(
  seed: number,
  length: number,
  store: TrialStore,
  pausesCompared: number,
  isPlain = false,
): Promise<void> {
  const random = new Prng(seed);
  const drawn: SimulationPlan = {
    ...{ first: FIRST, length },
    firstBlock: random.chance(0.6) ? FIRST : 0,
    inOrder: random.chance(0.5),
    reorganisations: random.chance(0.2) ? 0 : random.between(1, 6),
    isBlind: random.chance(0.2),
    isMixed: !isPlain && random.branch(4).chance(0.5),
  };
  const mostSegments = drawn.isMixed ? random.branch(6).pick([1, 3, 8, 1_000]) : undefined;
  const plan = { ...drawn, mostSegments };
  const mostChanges = plan.isMixed ? random.branch(5).pick([2, 4, 1_000]) : undefined;
  const cast = castOf(random.branch(2), BINDING_IDS, FIRST, length);
  const views = store.show && new MadeViews(seed, [...cast.contracts, ...cast.accounts]);
  if (views) store.show!(views, FIRST + length, mostChanges);
  const simulation = new EngineSimulation(random, plan, CATALOG, cast, store);
  const reported = new Map<string, ReportedBlock>();
  const compare = async (): Promise<void> => {
    const stored = simulation.stored.map((number) => simulation.chain.block(number));
    const blocks = stored.map((block) => {
      const name = block.hash.toString('hex');
      const known = reported.get(name) ?? reportedBy(plainBlock(block), CATALOG, cast.bindings);
      reported.set(name, known);
      return known;
    });
    const { answers } = simulation;
    const spanned = mostChanges === undefined ? views : views && new SpannedViews(views, mostChanges, stored);
    const known = {
      ...{ catalog: CATALOG, bindings: cast.bindings, answers, views: spanned },
      ...{ firstBlock: plan.firstBlock, mostSegments },
    };
    const held = await store.stored();
    const subjects = [
      ...NOBODY,
      ...cast.accounts,
      ...cast.contracts,
      ...[...held.segments, ...held.undecided].map(({ subject }) => subject),
    ];
    const problems = differences(CATALOG, plan.firstBlock, held, recompute(blocks, known, subjects));
    if (problems.length > 0)
      throw new Error(`${problems.length} differences\n${problems.slice(0, 8).join('\n')}`);
  };
  const often = pausesCompared / 100;
  try {
    await simulation.live(async () => {
      if (random.branch(3).chance(often)) await compare();
    });
    await compare();
  } catch (error) {
    throw new Error(
      `seed ${seed}, ${JSON.stringify(plan)}: ${error instanceof Error ? error.stack : String(error)}`,
    );
  }
}
