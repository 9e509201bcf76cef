import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { encodeFunctionData, type Hex, namehash, parseAbi } from 'viem';
import { readDefinitions } from '../../src/definition/read-definitions.js';
import { accountOf } from '../../src/demo/stage/key.js';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { JSON_READY } from '../../src/platform/postgres/json-ready.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { DeceivingChain } from './deceiving-chain.js';

const ABI = parseAbi([
  'function setResolver(bytes32 node, address newResolver)',
  'function writeAddr(bytes32 node, address a)',
  'function sayAddr(bytes32 node, address a)',
  'function writeName(bytes32 node, string newName)',
  'function sayName(bytes32 node, string newName)',
]);
const NAMES = `
SELECT start_block AS start, end_block AS "end"
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND number.id = 'identity:ens_primary_name' AND subject = $1 ORDER BY start_block`;
const NAME = 'alice.eth';
const alice = accountOf('chainproof', 'alice');
const ALICE = alice.address.toLowerCase() as Hex;
const OTHER: Hex = `0x${'0b'.repeat(20)}`;
const REVERSE = namehash(`${ALICE.slice(2)}.addr.reverse`);

let demo: DemoDatabases;
let pool: Pool;
/** Block numbers by what happens in them. */
const blocks: Record<string, number> = {};
let shown: readonly { readonly start: number; readonly end: number | null }[];

beforeAll(async () => {
  demo = await DemoDatabases.startOwn();
  const chain = new DeceivingChain(demo.chain.url, alice);
  const [registry] = [...readDefinitions(true).bindings.get('ens-registry')!.members.keys()] as [Hex];
  const [resolver] = (await chain.deploy([{ artifact: ownArtifact('LyingResolver'), args: [] }])) as [Hex];
  const node = namehash(NAME);
  const act = async (what: string, to: Hex, functionName: string, args: readonly unknown[]) => {
    blocks[what] = await chain.block([
      { to, data: encodeFunctionData({ abi: ABI, functionName, args } as never) },
    ]);
  };
  await act('a resolver that has no address', registry, 'setResolver', [node, resolver]);
  await act('an event alone', resolver, 'sayAddr', [node, ALICE]);
  await act('an address without an event', resolver, 'writeAddr', [node, ALICE]);
  await act('an event of somebody else', resolver, 'sayAddr', [node, OTHER]);
  await act('a reverse record that another resolver says', resolver, 'sayName', [REVERSE, 'other.eth']);
  await act('somebody else without an event', resolver, 'writeAddr', [node, OTHER]);
  await act('an event of her', resolver, 'sayAddr', [node, ALICE]);
  pool = await demo.inOrderUpTo(blocks['an event of her']!);
  const { rows } = await pool.query<{ start: number; end: number | null }>({
    text: NAMES,
    values: [fromHex(ALICE)],
    types: JSON_READY,
  });
  shown = rows;
});
afterAll(() => demo?.stop());

describe('a name at a resolver whose events differ from its answers', () => {
  it.each([
    ['a resolver that has no address', false],
    ['an event alone', false],
    ['an address without an event', true],
    ['an event of somebody else', true],
    ['a reverse record that another resolver says', true],
    ['somebody else without an event', false],
    ['an event of her', false],
  ])('belongs to the account only while the resolver answers so: %s', (what, isHers) => {
    const block = blocks[what]!;
    expect(shown.some(({ start, end }) => start <= block && block <= (end ?? Infinity))).toBe(isHers);
  });

  it('belonged to the account before, by an honest resolver', () => {
    const before = blocks['a resolver that has no address']! - 1;
    expect(shown.some(({ start, end }) => start <= before && before <= (end ?? Infinity))).toBe(true);
  });
});
