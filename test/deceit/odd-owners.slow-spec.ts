import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { concatHex, type Hex, numberToHex } from 'viem';
import { genesisOf } from '../../src/demo/genesis/genesis.js';
import { accountOf } from '../../src/demo/stage/key.js';
import { Manifest } from '../../src/demo/stage/manifest.js';
import type { Projector } from '../../src/event-store/projector.js';
import { JSON_READY } from '../../src/platform/postgres/json-ready.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { bounded } from '../bounded.js';
import { assembled } from '../builder/assembled.js';
import { shuffledRanges } from '../builder/shuffled-ranges.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { STAGED_SEED, type StagedChain, startStagedChain } from '../fixture/staged-chain.js';
import { Prng } from '../simulation/prng.js';
import { DeceivingChain } from './deceiving-chain.js';
import { OddTokens } from './odd-tokens.js';

const BLOCKS = bounded(4, 60);
const ACTS = bounded(25, 40);
const OWNER = '0x8da5cb5b';

const SEGMENTS = `
SELECT '0x' || encode(subject, 'hex') AS subject, '0x' || encode(object, 'hex') AS object, start_block AS start, coalesce(end_block, 1000000000) AS "end"
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND number.id = 'relation:owned_by'`;
const UNDECIDED = `
SELECT '0x' || encode(subject, 'hex') AS subject, '' AS object, start_block AS start, coalesce(end_block, 1000000000) AS "end"
FROM definition_set JOIN undecided_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND number.id = 'relation:owned_by'`;
const ALL = `
SELECT concat_ws(' ', number.id, subject, object, value, start_block, end_block, proof_hash) AS claim
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current ORDER BY 1`;

interface Span {
  readonly subject: string;
  readonly object: string;
  readonly start: number;
  readonly end: number;
}

let staged: StagedChain;
let demo: DemoDatabases;
let projectors: Projector[];
let pool: Pool;
let chain: DeceivingChain;
let odd: OddTokens;
let first: number;
let last: number;
const owned: { kind: string; address: Hex }[] = [];
const random = new Prng(23);

beforeAll(async () => {
  staged = await startStagedChain();
  const { url, firstBlock } = staged;
  const genesis = genesisOf(STAGED_SEED);
  chain = new DeceivingChain(url, accountOf(STAGED_SEED, 'alice'));
  odd = await OddTokens.deploy(chain, chain.sender.address);
  const holder = odd.holders[1]!;
  const codes = odd.tokens.map(({ address }) => creationOf(assembled(asker(address, holder))));
  for (let at = 0; at < codes.length; at += 20) {
    const places = await chain.create(codes.slice(at, at + 20), 400_000n);
    for (const [one, address] of places.entries()) owned.push({ kind: odd.tokens[at + one]!.kind, address });
  }
  first = await chain.height();
  for (let left = BLOCKS; left > 0; left--) await odd.block(random, ACTS);
  last = await chain.height();
  demo = await DemoDatabases.over({ url, firstBlock, genesis, manifest: new Manifest(), height: () => last });
  projectors = allProjectors({ firstBlock, isDemo: true });
  pool = await demo.ingested(projectors);
});
afterAll(async () => {
  await demo?.stop();
  await staged?.stop();
});

/** Its owner is what a token says that somebody has. */
function asker(token: Hex, holder: Hex): string {
  return `0 CALLDATALOAD 224 SHR ${OWNER} EQ @owner JUMPI 0 0 REVERT
    owner: 0x70a08231 224 SHL 0 MSTORE ${BigInt(holder)} 4 MSTORE 32 64 36 0 0 ${token} GAS CALL @told JUMPI 0 0 REVERT
    told: 64 MLOAD ${2n ** 160n - 1n} AND 0 MSTORE 32 0 RETURN`;
}

function creationOf(runtime: Buffer): Hex {
  const code: Hex = `0x${runtime.toString('hex')}`;
  return concatHex(['0x61', numberToHex(runtime.length, { size: 2 }), '0x80600a5f395ff3', code]);
}

async function spans(pool: Pool, text: string): Promise<readonly Span[]> {
  return (await pool.query<Span>({ text, types: JSON_READY })).rows;
}

async function ownersAt(block: number): Promise<string[]> {
  const body = owned.map(({ address }, id) => ({
    ...{ jsonrpc: '2.0', id, method: 'eth_call' },
    params: [{ to: address, data: OWNER, gas: '0xf9448' }, `0x${block.toString(16)}`],
  }));
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(staged.url, { method: 'POST', headers, body: JSON.stringify(body) });
  const found: string[] = [];
  for (const { id, result } of (await response.json()) as { id: number; result?: string }[])
    found[id] = result ? `0x${result.slice(26)}` : 'none';
  return found;
}

describe('owners of contracts that ask odd tokens', () => {
  it('are those that the node says', async () => {
    const [claims, undecided] = [await spans(pool, SEGMENTS), await spans(pool, UNDECIDED)];
    const wrong: string[] = [];
    const counts = { equal: 0, none: 0, undecided: 0 };
    for (let block = first; block <= last; block++) {
      const owners = await ownersAt(block);
      for (const [at, { kind, address }] of owned.entries()) {
        const holds = ({ subject, start, end }: Span) =>
          subject === address && start <= block && block <= end;
        const said = claims.find(holds)?.object ?? (undecided.some(holds) ? 'undecided' : 'none');
        const is = owners[at] === `0x${'0'.repeat(40)}` ? 'none' : owners[at];
        if (said === 'undecided') counts.undecided++;
        else if (said !== is) wrong.push(`${kind} ${block}: ${said}, not ${is}`);
        else if (is === 'none') counts.none++;
        else counts.equal++;
      }
    }
    process.stdout.write(`owners by odd tokens: ${JSON.stringify({ ...counts, wrong: wrong.length })}\n`);
    expect(wrong).toEqual([]);
    expect(counts.equal).toBeGreaterThan(50);
  });

  it('are the same in any order of ranges', async () => {
    const shuffled = await demo.ingested(
      projectors,
      shuffledRanges([demo.chain.firstBlock, last], random),
      () => random.chance(0.3),
    );
    const [one, other] = await Promise.all(
      [pool, shuffled].map(async (one) =>
        (await one.query<{ claim: string }>(ALL)).rows.map(({ claim }) => claim),
      ),
    );
    expect(other).toEqual(one);
  });
});
