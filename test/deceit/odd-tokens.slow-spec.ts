import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { genesisOf } from '../../src/demo/genesis/genesis.js';
import { accountOf } from '../../src/demo/stage/key.js';
import { Manifest } from '../../src/demo/stage/manifest.js';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import { NotCovered } from '../../src/domain/refusal/not-covered.js';
import type { Projector } from '../../src/event-store/projector.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { HASHED_BLOCKS } from '../../src/state/execution/run/block-context.js';
import type { ViewAnswer, ViewCall } from '../../src/state/view/view-answer.js';
import type { Views } from '../../src/state/view/views.js';
import { bounded } from '../bounded.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { newViews } from '../fixture/new-views.js';
import { STAGED_SEED, type StagedChain, startStagedChain } from '../fixture/staged-chain.js';
import { Prng } from '../simulation/prng.js';
import { DeceivingChain } from './deceiving-chain.js';
import { OddTokens } from './odd-tokens.js';

/** More than 256 in whole samples, as the hashes of so many blocks can be read. */
const BLOCKS = bounded(4, 260);
const REPLACED = bounded(2, 20);
const STEP = bounded(4, 1);
const ACTS = bounded(25, 30);
/** First blocks that the second database lacks, with all blocks before them. */
const MISSING = bounded(4, 40);
/** Calls in a request, few enough to be answered in time. */
const CALLS = 40;
const MAX_REFUSED = 0.02;
/** Kinds whose calls take as long as fifty others. */
const SLOW = /many slots|recursion of 400/;
const SLOW_CALLS = bounded(2, Number.POSITIVE_INFINITY);
/** Projections that view calls read. */
const STATE = ['block', 'transaction', 'contract', 'coverage', 'native_balance', 'storage'];
/** Kinds whose answer differs by convention: in a view call the beneficiary is cold. */
const CONVENTIONS = ['price of an account'];
/** Of a block before its first, anvil makes up the hash. */
const MADE_UP = 'block hashes';
/** Kinds that may be refused: they depend on gas, on slots that blocks write, on precompiles that cannot run, or exceed the gas of a call. */
const BEYOND =
  /gas left|9,000 bytes|point evaluation|^block hashes|beacon roots|requests$|many slots|pairing that is none|^no point/;

let staged: StagedChain;
let demo: DemoDatabases;
let projectors: Projector[];
let pool: Pool;
let chain: DeceivingChain;
let odd: OddTokens;
let first: number;
let mark: string;
let whole: Counts;
const random = new Prng(17);
const views = newViews();

beforeAll(async () => {
  staged = await startStagedChain();
  const { url, firstBlock } = staged;
  const genesis = genesisOf(STAGED_SEED);
  demo = await DemoDatabases.over({
    url,
    firstBlock,
    genesis,
    manifest: new Manifest(),
    height: () => firstBlock,
  });
  projectors = allProjectors({ firstBlock, isDemo: true }).filter(({ name }) => STATE.includes(name));
  pool = await demo.ingested(projectors);
  chain = new DeceivingChain(url, accountOf(STAGED_SEED, 'alice'));
  odd = await OddTokens.deploy(chain, chain.sender.address);
  first = await chain.height();
  await play(BLOCKS - REPLACED);
  mark = await chain.mark();
  await play(REPLACED);
  await demo.follow(pool, projectors);
  whole = new Counts(pool, views);
});
afterAll(async () => {
  await demo?.stop();
  await staged?.stop();
});

async function play(blocks: number): Promise<void> {
  for (let left = blocks; left > 0; left--) await odd.block(random, ACTS);
}

interface NodeAnswer {
  readonly id: number;
  readonly result?: string;
  readonly error?: { readonly data?: string };
}

async function nodeAnswers(calls: readonly { to: string; data: string }[], block: number): Promise<string[]> {
  const body = calls.map(({ to, data }, id) => ({
    ...{ jsonrpc: '2.0', id, method: 'eth_call' },
    params: [{ to, data }, `0x${block.toString(16)}`],
  }));
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(staged.url, { method: 'POST', headers, body: JSON.stringify(body) });
  const found: string[] = [];
  for (const { id, result, error } of (await response.json()) as NodeAnswer[])
    found[id] = result ?? `reverted ${error?.data ?? '0x'}`;
  return found;
}

function described(answer: ViewAnswer): string {
  if (answer.outcome === 'undecided') return answer.why.replaceAll(/0x[0-9a-f]+|\d{8}/g, '…');
  const output = toHex(Buffer.from(answer.output));
  return answer.outcome === 'reverted' ? `reverted ${output}` : output;
}

class Counts {
  asked = 0;
  equal = 0;
  needlesslyRefused = 0;
  readonly wrong: string[] = [];
  readonly #refused = new Map<string, number>();

  constructor(
    private readonly database: Pool,
    private readonly executed: Views,
  ) {}

  async compare(block: number): Promise<void> {
    const isMadeUp = block - HASHED_BLOCKS < staged.firstBlock;
    const tokens = odd.tokens.filter(({ kind }) => !(isMadeUp && kind === MADE_UP));
    const asked = tokens.flatMap(({ kind, address }) =>
      odd
        .questions()
        .slice(0, SLOW.test(kind) ? SLOW_CALLS : undefined)
        .map((data) => ({ kind, to: address, data })),
    );
    const expected = await nodeAnswers(asked, block);
    for (let at = 0; at < asked.length; at += CALLS) {
      const some = asked.slice(at, at + CALLS);
      const calls = some.map(({ to, data }) => ({ to, data: fromHex(data) }));
      const answers = await this.#answers(calls, block);
      for (const [one, answer] of answers.entries())
        this.#count(some[one]!, block, answer, expected[at + one]!);
    }
  }

  /** On a slow machine a request ends before all state is loaded; the next one gets further. */
  async #answers(calls: readonly ViewCall[], block: number, turns = 8): Promise<ViewAnswer[]> {
    try {
      return await inTransaction(this.database, (tx) => this.executed.answers(tx, calls, block), {
        isolation: 'repeatable read',
      });
    } catch (error) {
      if (!(error instanceof NotCovered) || turns === 0) throw error;
      return this.#answers(calls, block, turns - 1);
    }
  }

  print(name: string): void {
    const { asked, equal, needlesslyRefused } = this;
    const refused = asked - equal - this.wrong.length;
    const counts = { tokens: odd.tokens.length, blocks: BLOCKS, asked, equal, refused, needlesslyRefused };
    process.stdout.write(`${name}: ${JSON.stringify({ ...counts, wrong: this.wrong.length })}\n`);
    for (const [sort, count] of this.#refused) process.stdout.write(`  ${count} refused as ${sort}\n`);
  }

  #count(
    { kind, data }: { readonly kind: string; readonly data: string },
    block: number,
    answer: ViewAnswer,
    expected: string,
  ): void {
    this.asked++;
    const found = described(answer);
    if (answer.outcome === 'undecided') {
      if (!BEYOND.test(kind)) this.needlesslyRefused++;
      this.#refused.set(found, (this.#refused.get(found) ?? 0) + 1);
    } else if (found === expected || CONVENTIONS.includes(kind)) this.equal++;
    else this.wrong.push(`${kind}, block ${block}, ${data}: ${found}, not ${expected}`.slice(0, 500));
  }
}

describe('tokens of more than a hundred odd kinds', () => {
  it('answer as the node says', async () => {
    for (let block = first; block <= first + BLOCKS; block += STEP) await whole.compare(block);
    whole.print('odd tokens');
    expect(whole.wrong).toEqual([]);
    expect(whole.needlesslyRefused / whole.asked).toBeLessThanOrEqual(MAX_REFUSED);
  }, 3_000_000);

  it('answer as the node says after a reorganisation, whatever is in memory', async () => {
    await chain.goBack(mark);
    await play(REPLACED);
    await demo.follow(pool, projectors);
    for (let block = first + BLOCKS; block > first + BLOCKS - REPLACED; block -= STEP)
      await whole.compare(block);
    whole.print('odd tokens');
    expect(whole.wrong).toEqual([]);
    expect(whole.needlesslyRefused / whole.asked).toBeLessThanOrEqual(MAX_REFUSED);
  });

  it('answer as the node says, or are undecided, while the first blocks are missing', async () => {
    const later = await demo.ingested(projectors, [[first + MISSING, first + BLOCKS]]);
    const partial = new Counts(later, newViews());
    for (let block = first + BLOCKS; block >= first + MISSING; block -= STEP) await partial.compare(block);
    partial.print(`without the first ${MISSING} blocks`);
    expect(partial.wrong).toEqual([]);
    expect(partial.equal).toBeGreaterThan(0);
  });
});
