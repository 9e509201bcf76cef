import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { encodeAbiParameters, keccak256 } from 'viem';
import { EPISODES } from '../../src/demo/scenario/episodes.js';
import { accountOf } from '../../src/demo/stage/key.js';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { Address, Hex } from '../../src/domain/chain/hex.js';
import type { Projector } from '../../src/event-store/projector.js';
import { HoldingsReader } from '../../src/projection/balance/holdings.reader.js';
import { TokenBalanceReader } from '../../src/projection/balance/token-balance.reader.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { bounded } from '../bounded.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { EveryBalance } from '../fixture/every-balance.js';
import { newViews } from '../fixture/new-views.js';
import { NodeBalances } from '../fixture/node-balances.js';
import { PlayedBlocks } from '../fixture/played-blocks.js';
import { storedBalances } from '../fixture/stored-balances.js';

const IMPLEMENTATION = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';
const NOBODY: Hex = `0x${'77'.repeat(20)}`;

let demo: DemoDatabases;
let projectors: Projector[];
let pool: Pool;
let node: NodeBalances;
let play: PlayedBlocks;
let beginning: string;
let alice: Hex;
let bob: Hex;

beforeAll(async () => {
  demo = await DemoDatabases.startOwn(bounded(EPISODES.slice(0, 8), EPISODES));
  projectors = allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true });
  pool = await demo.inOrder();
  node = new NodeBalances(demo.chain.url);
  [alice, bob] = ['alice', 'bob'].map((name) => demo.chain.manifest.address(name).toLowerCase()) as [
    Address,
    Address,
  ];
  play = new PlayedBlocks(demo.chain.url, accountOf('chainproof', 'alice'));
  beginning = await play.mark();
});
afterAll(() => demo?.stop());

const views = newViews();
const follow = () => demo.follow(pool, projectors);
const balance = (token: Address, holder: Address, block?: number) =>
  new TokenBalanceReader(pool, views).balance(token, holder, demo.chain.firstBlock, block);
const hasLayout = async (token: Address, block: number): Promise<boolean> =>
  (await EveryBalance.withLayout(pool, block)).includes(token);

describe('a token that mints to an address that no event names', () => {
  const secret = 4_711n;
  const hidden: Hex = `0x${keccak256(encodeAbiParameters([{ type: 'uint256' }], [secret])).slice(26)}`;
  let token: Address;
  let minted: number;

  beforeAll(async () => {
    token = await play.deploy(ownArtifact('HiddenMintToken'));
    await play.call(token, ownArtifact('HiddenMintToken'), 'mint', [alice, 100n]);
    await play.call(token, ownArtifact('HiddenMintToken'), 'transfer', [bob, 30n]);
    minted = await play.call(token, ownArtifact('HiddenMintToken'), 'mintHidden', [secret, 55n]);
    await play.call(token, ownArtifact('HiddenMintToken'), 'transfer', [bob, 1n]);
    await follow();
  });

  it('shows the balance once that address is requested, and not before', async () => {
    expect(await balance(token, hidden)).toMatchObject({ isCovered: true, recorded: '55' });
    expect(await balance(token, hidden, minted)).toMatchObject({ recorded: '55' });
    expect(await balance(token, hidden, minted - 1)).toMatchObject({ recorded: '0' });
    expect((await node.ofTokens([hidden], [token], minted)).get(`${hidden} ${token}`)).toBe('55');
  });

  it('has a balance of zero for all other addresses without writes', async () => {
    expect(await balance(token, NOBODY)).toMatchObject({ isCovered: true, recorded: '0' });
    expect((await node.ofTokens([NOBODY], [token], await play.height())).get(`${NOBODY} ${token}`)).toBe('0');
  });

  it('is in the portfolio of that address', async () => {
    const every = await EveryBalance.of(pool, demo.chain.firstBlock);
    expect(every.addresses).not.toContain(hidden);
    const held = await new HoldingsReader(pool, views).holdings(hidden, demo.chain.firstBlock, 10);
    expect(held.tokens).toEqual([{ token, balance: '55', asOfBlock: minted }]);
  });
});

describe('a token whose words hold more than balances', () => {
  it('has no layout, and is executed', async () => {
    const packed = ownArtifact('PackedToken');
    const token = await play.deploy(packed);
    for (const holder of [alice, bob, alice]) await play.call(token, packed, 'mint', [holder, 5n]);
    await follow();
    expect(await balance(token, alice)).toMatchObject({ recorded: '10' });
    expect(await hasLayout(token, await play.height())).toBe(false);
    const checks = await pool.query('SELECT FROM balance_check WHERE token = $1', [fromHex(token)]);
    expect(checks.rowCount).toBeGreaterThan(0);
  });
});

describe('a token that stores something else where a layout expects balances', () => {
  const minting = ownArtifact('MintedToken');

  it('has no layout while only one holder agrees', async () => {
    const token = await play.deploy(minting);
    await play.call(token, minting, 'mint', [alice, 100n]);
    await follow();
    expect(await hasLayout(token, await play.height())).toBe(false);
    expect(await balance(token, alice)).toMatchObject({ recorded: '100' });
  });

  it('loses its layout once a balance changes and its slot does not', async () => {
    const token = await play.deploy(minting);
    await play.call(token, minting, 'mint', [alice, 100n]);
    const agreed = await play.call(token, minting, 'mint', [bob, 50n]);
    await play.call(token, minting, 'transfer', [NOBODY, 100n]);
    await follow();
    expect(await hasLayout(token, await play.height())).toBe(false);
    expect(await balance(token, alice)).toMatchObject({ recorded: '0' });
    expect(await hasLayout(token, agreed)).toBe(true);
    expect(await balance(token, alice, agreed)).toMatchObject({ recorded: '100' });
  });
});

describe('a token whose proxy is pointed at other code', () => {
  it('has its layout until then, and the balances of the new code since', async () => {
    const plain = ownArtifact('HiddenMintToken');
    const implementation = await play.deploy(plain);
    const doubling = await play.deploy(ownArtifact('DoublingToken'));
    const token = await play.deploy(ownArtifact('SlotProxy'), [IMPLEMENTATION, implementation]);
    await play.call(token, plain, 'mint', [alice, 100n]);
    const last = await play.call(token, plain, 'transfer', [bob, 30n]);
    const pointed = await play.call(token, ownArtifact('SlotProxy'), 'pointTo', [doubling]);
    await follow();
    expect([await hasLayout(token, last), await hasLayout(token, pointed)]).toEqual([true, false]);
    expect(await balance(token, alice, last)).toMatchObject({ recorded: '70' });
    expect(await balance(token, alice, pointed)).toMatchObject({ recorded: '140' });
  });
});

describe('a token whose proxy is pointed at equal code after its first holders have left', () => {
  it('keeps its layout, as the last holders agree', async () => {
    const plain = ownArtifact('HiddenMintToken');
    const [first, second] = [await play.deploy(plain), await play.deploy(plain)];
    const token = await play.deploy(ownArtifact('SlotProxy'), [IMPLEMENTATION, first]);
    await play.call(token, plain, 'mint', [alice, 100n]);
    await play.call(token, plain, 'transfer', [bob, 60n]);
    await play.call(token, plain, 'transfer', [NOBODY, 40n]);
    const pointed = await play.call(token, ownArtifact('SlotProxy'), 'pointTo', [second]);
    await follow();
    expect(await balance(token, bob)).toMatchObject({ recorded: '60' });
    expect(await hasLayout(token, await play.height())).toBe(true);
    const { rows } = await pool.query(
      'SELECT DISTINCT holder FROM balance_check WHERE token = $1 AND block_number = $2 ORDER BY holder',
      [fromHex(token), pointed],
    );
    expect(rows.map(({ holder }) => `0x${holder.toString('hex')}`)).toContain(NOBODY);
  });
});

describe('after a reorganisation', () => {
  it('every balance is that of the node, as if the other branch had never existed', async () => {
    const blocks = await play.height();
    await play.goBack(beginning);
    const plain = ownArtifact('HiddenMintToken');
    // The sender's nonce is the same, and so is the address, as on the other branch.
    const token = await play.deploy(plain);
    expect(await balance(token, bob)).toMatchObject({ recorded: '31' });
    await play.call(token, plain, 'mint', [alice, 5n]);
    while ((await play.height()) < blocks) await play.call(token, plain, 'mint', [bob, 7n]);
    await follow();
    expect(await balance(token, bob)).toMatchObject({
      recorded: String(7 * (blocks - demo.chain.height() - 2)),
    });

    const every = await EveryBalance.of(pool, demo.chain.firstBlock);
    for (const block of [blocks, blocks - 3, demo.chain.height() + 2, demo.chain.height()])
      expect(await every.served(block)).toEqual(await every.said(node, block));
    const anew = await demo.ingested(projectors, [[demo.chain.firstBlock, blocks]]);
    expect(await storedBalances(pool)).toEqual(await storedBalances(anew));
  });
});
