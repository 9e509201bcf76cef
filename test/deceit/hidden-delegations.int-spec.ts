import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Hex } from 'viem';
import { DEFAULT_SEED } from '../../src/demo/genesis/genesis.js';
import { accountOf } from '../../src/demo/stage/key.js';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { withoutAllocation } from '../../src/ingestion/append/verified-source.js';
import type { Prove } from '../../src/ingestion/prove/state-comparison.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import type { AlteredNode } from '../fixture/altered-node.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { type OpenedDatabase, openNewDatabase } from '../fixture/opened-database.js';
import { provenClaims } from '../fixture/proven-claims.js';
import { storeRanges } from '../fixture/true-state.js';
import { DeceivingChain } from './deceiving-chain.js';
import { startDiffLiar } from './diff-liar.js';
import { followUntil, hasStored } from './follow-until.js';
import { expectSameAfterRebuilds } from './rebuilt-claims.js';

/** Delegates to one contract, and to another in the block that the node lies about. */
const bob = accountOf(DEFAULT_SEED, 'bob');
const BOB = bob.address.toLowerCase() as Hex;
const HIS = [
  'address_nature:eoa_delegated_7702',
  'derived:account_type:delegated_eoa',
  'relation:delegates_to',
];

let demo: DemoDatabases;
let chain: DeceivingChain;
let first: number;
let lied: number;
/** The block that the liar lies about. */
let hidden: number;
let database: OpenedDatabase;
let liar: AlteredNode;
let provesNothing: boolean;

beforeAll(async () => {
  demo = await DemoDatabases.startOwn([]);
  chain = new DeceivingChain(demo.chain.url);
  const owner = { artifact: ownArtifact('SilentOwner'), args: [bob.address] };
  const [one, other] = (await chain.deploy([owner, owner])) as [Hex, Hex];
  await new DeceivingChain(demo.chain.url, bob).block([{ to: chain.sender.address, data: '0x' }]);
  first = await delegate(one);
  lied = await delegate(other);
  await chain.block([]);
});
afterAll(async () => {
  await demo?.stop();
});

beforeEach(async () => {
  database = await openNewDatabase();
  provesNothing = true;
  hidden = lied;
  liar = await startDiffLiar({
    ...{ url: demo.chain.url, block: () => hidden, provesNothing: () => provesNothing },
    lie: (diff) => {
      for (const side of [diff.pre, diff.post]) delete side[BOB];
    },
  });
});
afterEach(async () => {
  await liar.stop();
  await database.drop();
});

/** Bob delegates in a transaction that alice sends. */
async function delegate(contractAddress: Hex): Promise<number> {
  const nonce = await chain.nonceOf(BOB);
  const authorizations = [await bob.signAuthorization({ contractAddress, chainId: 1, nonce })];
  return chain.block([{ to: chain.sender.address, data: '0x', authorizations }]);
}

const genesis = () => withoutAllocation({ number: demo.chain.firstBlock });
const options = () => ({ projectors: projectors(), genesis: genesis() });
const projectors = () => allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true });

async function hisClaims(): Promise<readonly string[]> {
  const claims = (await provenClaims(database.pool)).get(BOB) ?? [];
  return claims.map(({ id }) => id).filter((id) => HIS.includes(id));
}

describe('a delegation that a node hides', () => {
  /** Stores blocks without the check against earlier state, as an earlier version did. */
  const storeUnseen = async (upTo: number): Promise<void> => {
    const range = [[genesis().number, upTo]] as const;
    await storeRanges(database.pool, [liar.url], range, undefined, { ...options(), isSeamless: true });
  };
  const follow = (isEnough: () => Promise<boolean>, rpcUrls = [liar.url]): Promise<string> =>
    followUntil({ databaseUrl: database.url, rpcUrls, firstBlock: demo.chain.firstBlock }, isEnough);

  it.each([
    ['first', () => first],
    ['second', () => lied],
  ])(
    'has its block refused even without proofs: the %s delegation of an account whose nonce is known',
    async (_, block) => {
      hidden = block();
      const refusals = await follow(hasStored(database.pool, lied + 1), [liar.url, demo.chain.url]);
      expect(refusals).toContain(`"account":"${BOB}","field":"nonce","stated":"unchanged"`);
      expect(await hisClaims()).toEqual(HIS);
      await expectSameAfterRebuilds(database.pool, projectors());
    },
  );

  it('is believed if an earlier version stored its block, until a proof contradicts it, though no block names the account', async () => {
    await storeUnseen(lied + 1);
    expect(await hisClaims()).toEqual(HIS);
    provesNothing = false;
    const refusals = await follow(async () => (await hisClaims()).length === 0);
    expect(refusals).toContain(`contradicted: code of ${BOB} at the end of`);
    await expectSameAfterRebuilds(database.pool, projectors());
    expect(await hisClaims()).toEqual([]);
  });

  it('is believed until the account sends a transaction, and never after it', async () => {
    const { pool } = database;
    const sent = await new DeceivingChain(demo.chain.url, bob).block([
      { to: chain.sender.address, data: '0x' },
    ]);
    await storeUnseen(sent - 1);
    expect(await hisClaims()).toEqual(HIS);

    const node = await ExecutionSource.connect([demo.chain.url], 1, () => undefined);
    const prove: Prove = (reads) => node.prove(reads);
    const { contradicted } = await storeRanges(pool, [demo.chain.url], [[sent, sent]], prove, options());
    await node.close();
    expect(contradicted).toEqual([
      expect.stringMatching(`^nonce of ${BOB}`),
      expect.stringMatching(`^code of ${BOB}`),
    ]);
    expect(await hisClaims()).toEqual([]);
    await expectSameAfterRebuilds(pool, projectors());
  });
});
