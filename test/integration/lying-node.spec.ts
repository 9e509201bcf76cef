import { beforeAll, describe, expect, it } from '@jest/globals';
import { readForkSchedule } from '../../src/definition/binding/fork-schedule.js';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { requireSameState } from '../../src/ingestion/append/compare-states.js';
import { BlockRefused } from '../../src/ingestion/verify/finding/block-refused.js';
import { verifyBlock } from '../../src/ingestion/verify/verify-block.js';
import type { EraName } from '../simulation/era.js';
import { SimChain } from '../simulation/sim-chain.js';
import type { Lie } from './lying-node/lie.js';
import { LIES } from './lying-node/lies.js';
import { answersOf, type NodeAnswers, sourcedOf } from './lying-node/node-answers.js';

const { schedule } = readForkSchedule('definitions/bindings/fork-schedule.yaml');
const BLOCKS = 90;
const MOST_PLACES = 6;
/** Nothing before the chain is known, and everything after it. */
const UNKNOWN = {
  accounts: async (addresses: readonly unknown[]) => addresses.map(() => ({})),
  slots: async (asked: readonly unknown[]) => asked.map(() => undefined),
};

interface Reported {
  readonly answers: NodeAnswers;
  readonly verified: VerifiedBlock;
}

interface Outcome {
  readonly kind: string;
  readonly places: number;
  readonly refused: number;
  readonly by: string;
}

const chains = new Map<EraName, readonly Reported[]>();

beforeAll(async () => {
  for (const era of ['london', 'modern'] as const) {
    const chain = new SimChain({ seed: 4_242, era });
    await chain.extend(BLOCKS);
    chains.set(
      era,
      chain.blocks.map((block) => {
        const answers = answersOf(block);
        return { answers, verified: verifyBlock(sourcedOf(answers), { schedule }) };
      }),
    );
  }
});

/** The reason for which the chain is refused if one block is altered; undefined if the lie is not noticed. */
async function refusal(
  reported: readonly Reported[],
  at: number,
  answers: NodeAnswers,
): Promise<string | undefined> {
  try {
    const lied = verifyBlock(sourcedOf(answers), { schedule });
    const blocks = reported.map(({ verified }) => verified);
    blocks[at] = lied;
    await requireSameState(blocks, UNKNOWN, schedule);
    return undefined;
  } catch (error) {
    // Output that no tracer produces is refused by its reader.
    if (!(error instanceof BlockRefused)) return `malformed: ${(error as Error).message}`;
    const number = reported[at]!.verified.header.number;
    const { field, problem, stated } = error.details;
    const where = error.blockNumber === number ? '' : ', when it is met again';
    return `${error.reason}: ${String(field ?? problem ?? stated).replace(/0x[0-9a-f]+/g, '…')}${where}`;
  }
}

async function tell(lie: Lie): Promise<Outcome> {
  let [places, refused] = [0, 0];
  const by = new Map<string, number>();
  for (const reported of chains.values()) {
    for (let at = 0; at < reported.length && places < MOST_PLACES; at++) {
      const answers = structuredClone(reported[at]!.answers);
      if (!lie.tell(answers)) continue;
      places++;
      const why = await refusal(reported, at, answers);
      if (why === undefined) continue;
      refused++;
      by.set(why, (by.get(why) ?? 0) + 1);
    }
  }
  return { kind: lie.kind, places, refused, by: [...by.keys()].join('; ') };
}

describe('a lying node', () => {
  it('is believed if it tells the truth', async () => {
    for (const reported of chains.values())
      await expect(
        requireSameState(
          reported.map(({ verified }) => verified),
          UNKNOWN,
          schedule,
        ),
      ).resolves.toBeUndefined();
  });

  it('is refused for every field that follows from others; lies about the rest need proofs or execution', async () => {
    const outcomes: (Outcome & { reason: string })[] = [];
    for (const lie of LIES) outcomes.push({ ...(await tell(lie)), reason: lie.believed ?? '' });
    const rows = outcomes.map(({ kind, places, refused, by, reason }) => {
      const why = reason === '' ? by : reason + (refused > 0 ? ` (refused: ${by})` : '');
      return `${kind.padEnd(58)} ${`${refused}/${places}`.padStart(5)}  ${why}`;
    });
    const always = outcomes.filter(({ places, refused }) => refused === places);
    process.stdout.write(
      `${rows.join('\n')}\n${LIES.length} kinds: ${always.length} refused wherever they were told\n`,
    );
    expect(outcomes.filter(({ places }) => places === 0).map(({ kind }) => kind)).toEqual([]);
    // Each lie that is listed as refused is refused everywhere, and no lie that is listed as believed is always refused.
    expect(
      outcomes.filter((one) => one.reason === '' && one.refused < one.places).map(({ kind }) => kind),
    ).toEqual([]);
    expect(always.filter(({ reason }) => reason !== '').map(({ kind }) => kind)).toEqual([]);
    expect(LIES.length).toBeGreaterThanOrEqual(60);
    expect(always.length).toBeGreaterThanOrEqual(35);
  });
});
