import { readDefinitions } from '../../src/cli/definitions.js';
import { castOf } from '../simulation/dense-cast.js';
import { EngineLife, type LifePlan, type LivingStore } from '../simulation/engine-life.js';
import { Prng } from '../simulation/prng.js';
import { differences, type Stored } from './differences.js';
import { plainBlock } from './plain-block.js';
import { recompute } from './recompute.js';
import { type ToldBlock, toldBy } from './told.js';

/** The definitions as they are; of the registries a trial uses the ids alone. */
export const { catalog: CATALOG, bindings: BINDINGS } = readDefinitions(false);
const BINDING_IDS = [...BINDINGS.keys()];

export interface TrialStore extends LivingStore {
  stored(): Promise<Stored>;
}

const FIRST = 100;
/** Whom small numbers name. */
const NOBODY = [0, 1, 2, 3].map((number) => `0x${String(number).padStart(40, '0')}`);

/**
 * Lets an engine live through what a seed says, and compares all that it has stored with a full recompute, at the end and now and then before.
 *
 * @throws an error that names seed and plan, with what differs
 */
export async function trial(
  seed: number,
  length: number,
  store: TrialStore,
  pausesCompared: number,
): Promise<void> {
  const random = new Prng(seed);
  const plan: LifePlan = {
    ...{ first: FIRST, length },
    firstBlock: random.chance(0.6) ? FIRST : 0,
    inOrder: random.chance(0.5),
    reorganisations: random.chance(0.2) ? 0 : random.between(1, 6),
    isBlind: random.chance(0.2),
  };
  const cast = castOf(random.branch(2), BINDING_IDS, FIRST, length);
  const life = new EngineLife(random, plan, CATALOG, cast, store);
  const told = new Map<string, ToldBlock>();
  const compare = async (): Promise<void> => {
    const blocks = life.stored.map((number) => {
      const block = life.chain.block(number);
      const name = block.hash.toString('hex');
      const known = told.get(name) ?? toldBy(plainBlock(block), CATALOG, cast.bindings);
      told.set(name, known);
      return known;
    });
    const { answers } = life;
    const known = { catalog: CATALOG, bindings: cast.bindings, answers, firstBlock: plan.firstBlock };
    const stored = await store.stored();
    const subjects = [
      ...NOBODY,
      ...cast.accounts,
      ...cast.contracts,
      ...[...stored.segments, ...stored.undecided].map(({ subject }) => subject),
    ];
    const problems = differences(CATALOG, plan.firstBlock, stored, recompute(blocks, known, subjects));
    if (problems.length > 0)
      throw new Error(`${problems.length} differences\n${problems.slice(0, 8).join('\n')}`);
  };
  const often = pausesCompared / 100;
  try {
    await life.live(async () => {
      if (random.branch(3).chance(often)) await compare();
    });
    await compare();
  } catch (error) {
    throw new Error(
      `seed ${seed}, ${JSON.stringify(plan)}: ${error instanceof Error ? error.stack : String(error)}`,
    );
  }
}
