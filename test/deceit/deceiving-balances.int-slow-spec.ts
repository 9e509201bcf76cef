import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { EPISODES } from '../../src/demo/scenario/episodes.js';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import type { Address } from '../../src/domain/chain/hex.js';
import type { Projector } from '../../src/event-store/projector.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { TokenBalanceReader } from '../../src/projection/balance/token-balance.reader.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import type { ViewAnswer, ViewCall } from '../../src/state/view/view-answer.js';
import { bounded } from '../bounded.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { newViews } from '../fixture/new-views.js';
import { Prng } from '../simulation/prng.js';
import { slowly } from '../slowly.js';
import { DeceivingChain } from './deceiving-chain.js';
import { type DeceivingToken, deployDeceit, otherCalls, questions, randomAct } from './deceiving-tokens.js';

const BLOCKS = bounded(30, 300);
const REPLACED = 8;
/** Blocks of the deceit that the second database lacks, with all blocks before the deceit. */
const MISSING = 5;
const ACTS = bounded(14, 20);
const SEEDS = bounded([5n], [0n, 5n, 2n ** 200n + 9n]);
/** Blocks from one that is compared to the next. */
const STEP = slowly(2, 1);
const CALLS_AT_ONCE = 1_000;
/** Share of the answers. */
const MAX_REFUSED = 0.02;
const MAX_UNDECIDED = 0.001;

let demo: DemoDatabases;
let projectors: Projector[];
let pool: Pool;
let chain: DeceivingChain;
let tokens: DeceivingToken[];
let holders: Address[];
/** First block of the deceit. */
let first: number;
let mark: string;
let comparison: Comparison;
const random = new Prng(11);
const views = newViews();

beforeAll(async () => {
  demo = await DemoDatabases.startOwn(bounded([], EPISODES));
  projectors = allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true });
  pool = await demo.inOrder();
  chain = new DeceivingChain(demo.chain.url);
  holders = [
    chain.sender.address.toLowerCase() as Address,
    ...Array.from({ length: bounded(2, 6) }, (_, at): Address => `0x${(at + 0xa1).toString(16).repeat(20)}`),
  ];
  tokens = await deployDeceit(chain, chain.sender.address, SEEDS);
  first = await chain.height();
  await play(BLOCKS - REPLACED);
  mark = await chain.mark();
  await play(REPLACED);
  await demo.follow(pool, projectors);
  comparison = new Comparison(pool, views);
});
afterAll(() => demo?.stop());

async function play(blocks: number): Promise<void> {
  for (let left = blocks; left > 0; left--) {
    await chain.block(Array.from({ length: ACTS }, () => randomAct(random, random.pick(tokens), holders)));
  }
}

class Comparison {
  asked = 0;
  equal = 0;
  wrong = 0;
  readonly #refusals = new Map<string, number>();
  readonly #runs = new Set<string>();

  constructor(
    private readonly database: Pool,
    private readonly executed = newViews(),
    private readonly callsOf = (token: DeceivingToken) => questions(token, holders),
  ) {}

  get refused(): number {
    return [...this.#refusals.values()].reduce((sum, count) => sum + count, 0);
  }

  async compare(block: number): Promise<void> {
    const asked = tokens.flatMap((token) =>
      this.callsOf(token).map((data) => ({
        kind: token.kind,
        to: token.address,
        data: fromHex(data),
      })),
    );
    const expected = await nodeAnswers(asked, block);
    const answers = await inTransaction(this.database, (tx) => this.executed.answers(tx, asked, block), {
      isolation: 'repeatable read',
    });
    for (const [at, answer] of answers.entries()) {
      this.asked++;
      const { kind, to, data } = asked[at]!;
      if (answer.outcome !== 'undecided') this.#runs.add(`${to} ${toHex(data)} ${answer.since}`);
      if (answer.outcome === 'undecided') this.#refuse(answer.why);
      else if (outputOf(answer) === expected[at]) this.equal++;
      else {
        this.wrong++;
        const found = [block, kind, toHex(data), answer.outcome, outputOf(answer), expected[at]];
        if (this.wrong < 30) process.stdout.write(`wrong: ${found.join(' ')}\n`);
      }
    }
  }

  print(name: string): void {
    const { asked, equal, refused, wrong } = this;
    const runs = this.#runs.size;
    const size = `${tokens.length} tokens, ${holders.length} holders, ${BLOCKS} blocks`;
    process.stdout.write(`${name}, ${size}: ${JSON.stringify({ asked, runs, equal, refused, wrong })}\n`);
    for (const [why, count] of this.#refusals) process.stdout.write(`  ${count} refused as ${why}\n`);
  }

  /** Counts by reason, without the addresses in it. */
  #refuse(why: string): void {
    const sort = why.replaceAll(/0x[0-9a-f]+/g, '…');
    this.#refusals.set(sort, (this.#refusals.get(sort) ?? 0) + 1);
  }
}

interface NodeAnswer {
  readonly id: number;
  readonly result?: string;
  readonly error?: object;
}

/** Outputs as `0x` hex, or undefined for a call that fails. */
async function nodeAnswers(calls: readonly ViewCall[], block: number): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = [];
  for (let at = 0; at < calls.length; at += CALLS_AT_ONCE) {
    const some = calls.slice(at, at + CALLS_AT_ONCE);
    const body = some.map(({ to, data }, id) => ({
      ...{ jsonrpc: '2.0', id, method: 'eth_call' },
      params: [{ to, data: toHex(Buffer.from(data)) }, `0x${block.toString(16)}`],
    }));
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(demo.chain.url, { method: 'POST', headers, body: JSON.stringify(body) });
    const answers = (await response.json()) as NodeAnswer[];
    for (const { id, result } of answers) found[at + id] = result;
  }
  return found;
}

const outputOf = (answer: ViewAnswer): string | undefined =>
  answer.outcome === 'returned' ? toHex(Buffer.from(answer.output)) : undefined;

describe('balances on a chain made to deceive', () => {
  it('are those that the node returns, for every holder and token, at many blocks', async () => {
    for (let block = first; block <= first + BLOCKS; block += STEP) await comparison.compare(block);
    expect(comparison.wrong).toBe(0);
  }, 3_000_000);

  it('leave the answers to all other calls as the node gives them', async () => {
    const others = new Comparison(pool, newViews(), () => otherCalls(holders));
    for (let block = first; block <= first + BLOCKS; block += STEP) await others.compare(block);
    others.print('other calls');
    expect(others.wrong).toBe(0);
    expect(others.refused / others.asked).toBeLessThanOrEqual(MAX_UNDECIDED);
  }, 3_000_000);

  it('are those that the node returns after a reorganisation, whatever is in memory', async () => {
    await chain.goBack(mark);
    await play(REPLACED);
    await demo.follow(pool, projectors);
    for (let block = first + BLOCKS - REPLACED - 2; block <= first + BLOCKS; block++)
      await comparison.compare(block);
    comparison.print('whole chain');
    expect(comparison.wrong).toBe(0);
    expect(comparison.refused / comparison.asked).toBeLessThanOrEqual(MAX_REFUSED);
  });

  it('are those that the node returns, or refused, while the first blocks are missing', async () => {
    const later = await demo.ingested(projectors, [[first + MISSING, first + BLOCKS]]);
    const partial = new Comparison(later);
    for (let block = first + MISSING; block <= first + BLOCKS; block += bounded(3, 10))
      await partial.compare(block);
    partial.print(`without the first ${MISSING} blocks`);
    expect(partial.wrong).toBe(0);
    expect(partial.equal).toBeGreaterThan(0);
  });

  it('are served as the node returns them', async () => {
    const reader = new TokenBalanceReader(pool, views);
    for (let left = bounded(60, 600); left > 0; left--) {
      const block = random.between(first, first + BLOCKS);
      const { kind, address } = random.pick(tokens);
      const holder = random.pick(holders);
      const call = {
        to: address,
        data: fromHex(questions({ kind, address, acts: [] }, [holder])[0]!),
      };
      const [expected] = await nodeAnswers([call], block);
      const { isCovered, recorded } = await reader.balance(
        address as Address,
        holder as Address,
        demo.chain.firstBlock,
        block,
      );
      const isWord = expected?.length === 66;
      expect([block, kind, isCovered, recorded]).toEqual([
        ...[block, kind, isWord],
        isWord ? BigInt(expected).toString() : undefined,
      ]);
    }
  });
});
