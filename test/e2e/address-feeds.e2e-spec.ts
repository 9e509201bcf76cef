import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { FRAME_TYPES, type FrameType } from '../../src/domain/chain/record/block.js';
import { aBlock } from './fixture/block-row.js';
import { addressOf, hashOf, hex } from './fixture/bytes.js';
import { HEAD, ISLAND, TRANSFER_CALL } from './fixture/chain.js';
import { insert, storeChain } from './fixture/store-chain.js';
import { aTransaction, FEE_MARKET } from './fixture/transaction-row.js';
import { type UsedService, useService } from './fixture/use-service.js';

const BLOCK = HEAD + 1;
const [alice, bob, made] = ['alice', 'bob', 'made'].map(addressOf) as [Buffer, Buffer, Buffer];
const KNOWN_CALL = Buffer.concat([Buffer.from('d0e30db0', 'hex'), Buffer.alloc(4)]);

const TRANSACTIONS = [
  aTransaction('plain', { ...FEE_MARKET, from_address: alice, to_address: bob }),
  aTransaction('to oneself', { ...FEE_MARKET, from_address: alice, to_address: alice, input: KNOWN_CALL }),
  aTransaction('from bob', {
    ...FEE_MARKET,
    from_address: bob,
    to_address: alice,
    input: TRANSFER_CALL,
    status: 0,
  }),
  aTransaction('making', { ...FEE_MARKET, from_address: alice, to_address: null, contract_address: made }),
  aTransaction('unknown outcome', { ...FEE_MARKET, from_address: alice, to_address: bob, status: null }),
];

interface MadeFrame {
  readonly path: string;
  readonly type: FrameType;
  readonly from: Buffer;
  readonly to: Buffer | null;
  readonly value: bigint;
  readonly reverted?: boolean;
}

const FRAMES: readonly MadeFrame[] = [
  { path: '00000000', type: 'CALL', from: bob, to: alice, value: 1n },
  { path: '00000001', type: 'CALL', from: bob, to: alice, value: 2n, reverted: true },
  { path: '000000010000', type: 'CREATE2', from: alice, to: null, value: 3n, reverted: true },
  { path: '00000002', type: 'SELFDESTRUCT', from: bob, to: alice, value: 4n },
  { path: '00000003', type: 'CALL', from: alice, to: alice, value: 5n },
  { path: '00000004', type: 'CREATE', from: alice, to: made, value: 6n },
];

async function fill(pool: Pool): Promise<void> {
  await storeChain(pool);
  await insert(pool, 'block', aBlock(BLOCK, TRANSACTIONS));
  for (const [tx_index, columns] of TRANSACTIONS.entries())
    await insert(pool, 'transaction', { block_number: BLOCK, tx_index, ...columns });
  for (const [ordinal, { path, type, from, to, value, reverted = false }] of FRAMES.entries())
    await insert(pool, 'internal_transfer', {
      ...{
        block_number: BLOCK,
        tx_index: 0,
        ordinal: ordinal + 1,
        path: Buffer.from(path, 'hex'),
        value,
        reverted,
      },
      ...{ type: FRAME_TYPES.indexOf(type), from_address: from, to_address: to },
    });
  await pool.query(
    `UPDATE coverage SET ranges = ranges + int8multirange(int8range(${BLOCK}, ${BLOCK + 1})) WHERE family <> 'ommers'`,
  );
}

const signatures = [
  'function a9059cbb 9 transfer(address,uint256)',
  'function a9059cbb 1 many_msg_babbage(bytes1)',
  'function d0e30db0 5 deposit()',
].sort();

describe('the transactions of an address', () => {
  const service = useService({ fill, signatures });
  const feed = async (address: Buffer, query = '') =>
    (await service.get(`addresses/${hex(address)}/transactions${query}`)).json;
  const row = async (name: string, address = alice) =>
    (await feed(address)).data.transactions.find(({ hash }: { hash: string }) => hash === hex(hashOf(name)));

  it('R-280, R-282: come newest first, each with the role of the address', async () => {
    const { data, meta } = await feed(alice);
    expect(meta.asOfBlock).toBe(BLOCK);
    expect(data.transactions.map(({ txIndex, role }: Record<string, unknown>) => [txIndex, role])).toEqual([
      [4, 'sender'],
      [3, 'sender'],
      [2, 'receiver'],
      [1, 'self'],
      [0, 'sender'],
    ]);
    // A creation does not make the new contract a recipient.
    expect((await feed(made)).data.transactions).toEqual([]);
  });

  it('R-286: state fee and gas', async () => {
    expect(await row('plain')).toMatchObject({
      ...{ blockNumber: BLOCK, from: hex(alice), to: hex(bob), counterparty: hex(bob), txType: 2 },
      ...{
        valueWei: '1000000000000000000',
        feeWei: '252000000000000',
        gasUsed: '21000',
        gasPrice: '12000000000',
      },
      ...{ status: 1, inputSize: 0 },
    });
  });

  it('R-283, R-A128, R-A129: have no recipient if they create a contract, and no counterparty if sent to oneself', async () => {
    const creation = await row('making');
    expect(creation).not.toHaveProperty('to');
    expect(creation).not.toHaveProperty('counterparty');
    const own = await row('to oneself');
    expect(own.to).toBe(hex(alice));
    expect(own).not.toHaveProperty('counterparty');
  });

  it('R-284, R-A130, R-A131, R-A132, R-A047: name the function if its selector has exactly one known signature', async () => {
    expect(await row('plain')).not.toHaveProperty('methodId');
    expect(await row('to oneself')).toMatchObject({ methodId: '0xd0e30db0', methodName: 'deposit' });
    const ambiguous = await row('from bob');
    expect(ambiguous.methodId).toBe('0xa9059cbb');
    expect(ambiguous).not.toHaveProperty('methodName');
    const alone = (await service.get(`transactions/${hex(hashOf('to oneself'))}`)).json.data;
    expect(alone.methodName).toBe('deposit');
  });

  it('R-285, R-A133: state whether they succeeded, if that is known', async () => {
    expect((await row('from bob')).status).toBe(0);
    expect(await row('unknown outcome')).not.toHaveProperty('status');
  });

  it('R-281, R-A149: are empty for an unused address', async () => {
    const unused = addressOf('unused');
    expect((await feed(unused)).data).toEqual({ address: hex(unused), transactions: [] });
  });

  it('R-060, R-061, R-317: come in pages', async () => {
    const whole = (await feed(alice)).data.transactions;
    const first = (await feed(alice, '?limit=3')).data;
    const second = (await feed(alice, `?limit=3&cursor=${first.nextCursor}`)).data;
    expect([...first.transactions, ...second.transactions]).toEqual(whole);
    expect(second).not.toHaveProperty('nextCursor');
  });

  it('R-050, R-048, R-049: accept an address in any letter case, and no other text', async () => {
    const upper = (await service.get(`addresses/0X${alice.toString('hex').toUpperCase()}/transactions`)).json;
    expect(upper.data).toEqual((await feed(alice)).data);
    for (const bad of ['0x12', `${hex(alice)}0`, 'native', 'vitalik.eth', `%20${hex(alice)}`]) {
      const { status, json } = await service.get(`addresses/${bad}/transactions`);
      expect([status, json.error.details.reason]).toEqual([400, 'address_invalid']);
    }
  });
});

describe('the internal transfers of an address', () => {
  const service = useService({ fill, signatures });
  const feed = async (address: Buffer, query = '') =>
    (await service.get(`addresses/${hex(address)}/internal-transfers${query}`)).json.data;

  it('R-287, R-290: are the frames below the root that carry value, the last of a transaction first', async () => {
    const { transfers } = await feed(alice);
    expect(transfers.map(({ callPath, valueWei }: Record<string, unknown>) => [callPath, valueWei])).toEqual([
      ['00000004', '6'],
      ['00000003', '5'],
      ['00000002', '4'],
      ['000000010000', '3'],
      ['00000001', '2'],
      ['00000000', '1'],
    ]);
  });

  it('R-288, R-A134, R-A135: state call type, status and role', async () => {
    const { transfers } = await feed(alice);
    const reported = transfers.map(({ callType, status, role, counterparty }: Record<string, unknown>) => [
      ...[callType, status, role, counterparty],
    ]);
    expect(reported).toEqual([
      ['create', 'success', 'sender', hex(made)],
      ['call', 'success', 'self', undefined],
      ['selfdestruct', 'success', 'receiver', hex(bob)],
      ['create2', 'reverted', 'sender', undefined],
      ['call', 'reverted', 'receiver', hex(bob)],
      ['call', 'success', 'receiver', hex(bob)],
    ]);
    expect(transfers[3]).not.toHaveProperty('to');
    expect(transfers[0]).toMatchObject({
      ...{ blockNumber: BLOCK, txIndex: 0, txHash: hex(hashOf('plain')), callDepth: 2, from: hex(alice) },
      timestamp: aBlock(BLOCK, []).timestamp,
    });
  });

  it('R-289, R-A150: come in pages that may end within a transaction, without losing a row', async () => {
    const whole = (await feed(alice)).transfers;
    const walked: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await feed(alice, `?limit=1${cursor ? `&cursor=${cursor}` : ''}`);
      walked.push(...page.transfers);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(walked).toEqual(whole);
  });

  it('are counted on the transaction', async () => {
    const { json } = await service.get(`transactions/${hex(hashOf('plain'))}`);
    expect(json.data.internalTransferCount).toBe(6);
  });
});

describe('the summary of an address', () => {
  const summary = async (service: { get: UsedService['get'] }, address: Buffer) =>
    (await service.get(`addresses/${hex(address)}`)).json.data;

  describe('on a chain without gaps', () => {
    const service = useService({ fill, signatures, firstBlock: ISLAND });

    it('R-305, R-A177, R-A178: is served whether or not the address was ever used', async () => {
      const unused = addressOf('unused');
      expect(await summary(service, unused)).toEqual({
        ...{ chainId: 1, address: hex(unused), type: { state: 'unknown' }, token: { state: 'absent' } },
        ...{ isContract: false, sentTxCount: 0, receivedTxCount: 0 },
      });
    });

    it('R-A181, R-A182, R-A183, R-A184: counts the transactions sent and received, and states the first and last block', async () => {
      expect(await summary(service, alice)).toMatchObject({
        ...{ isContract: false, sentTxCount: 4, receivedTxCount: 2, firstBlock: BLOCK, lastBlock: BLOCK },
      });
    });

    it('R-A172, R-A173: shows the code of the address, or its delegate', async () => {
      const codes = {
        contract: Buffer.from('6000', 'hex'),
        delegation: Buffer.concat([Buffer.from('ef0100', 'hex'), bob]),
      };
      for (const [name, code] of Object.entries(codes)) {
        const hash = hashOf(name);
        await insert(service.pool, 'code', {
          hash,
          code,
          fingerprint: hash,
          selectors: '',
          proxy_pattern: 'none',
        });
        await insert(service.pool, 'code_change', {
          ...{ block_number: ISLAND, tx_index: 0, address: addressOf(name), kind: 'set', code_hash: hash },
        });
      }
      expect(await summary(service, addressOf('contract'))).toMatchObject({
        isContract: true,
        contract: {
          codeHash: hex(hashOf('contract')),
          bytecodeVariant: 'legacy_raw',
          isAlive: true,
          deployBlock: ISLAND,
        },
      });
      const delegated = await summary(service, addressOf('delegation'));
      expect(delegated.contract).toEqual({
        ...{
          codeHash: hex(hashOf('delegation')),
          bytecodeVariant: 'eip7702',
          isAlive: true,
          delegate: hex(bob),
        },
      });
    });

    it('R-A174, R-A175, R-A176, R-A179, R-A180: omits fields that are not known', async () => {
      const known = Object.keys(await summary(service, alice));
      for (const absent of ['name', 'nameStanding', 'impersonates', 'nativeBalanceWei', 'nonce'])
        expect(known).not.toContain(absent);
    });
  });

  describe('on a chain with gaps', () => {
    const service = useService({ fill, signatures });

    it('R-A177, R-A181: states no count, and does not deny that the address has code', async () => {
      expect(Object.keys(await summary(service, alice)).sort()).toEqual(
        ['address', 'chainId', 'firstBlock', 'lastBlock', 'token', 'type'].sort(),
      );
    });
  });
});
