import { describe, expect, it } from '@jest/globals';
import type { Hex } from 'viem';
import { readForks } from '../../src/definition/read-definitions.js';
import { findAnvil } from '../../src/demo/chain/anvil-binary.js';
import { RpcClient } from '../../src/demo/chain/rpc-client.js';
import { accountOf } from '../../src/demo/stage/key.js';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import type { ForkSchedule } from '../../src/domain/chain/protocol/fork-schedule.js';
import type { Header } from '../../src/domain/chain/record/block.js';
import { AccountProofs } from '../../src/node/execution/account-proofs.js';
import { startChild } from '../../src/platform/process/child.js';
import { TRANSACTION_LIMITS } from '../../src/state/execution/run/limits.js';
import { gatherTransactions } from '../../src/state/witness/gather-transactions.js';
import { assembled } from '../builder/assembled.js';

/** For earlier forks anvil has the opcodes but not their prices; `test/recorded/executed-transactions.spec.ts` covers some of them. */
const FORKS = ['london', 'paris', 'shanghai', 'cancun', 'prague', 'osaka'] as const;
const RECEIVER = `0x${'77'.repeat(20)}`;
const SELF = 'ADDRESS';
const GAS = 400_000n;
const PRICE = 10n ** 11n;
const START = 1_800_000_000;

/** Programs with operations whose price or meaning forks changed. If a fork lacks an opcode, both implementations fail alike. */
const PROGRAMS: readonly string[] = [
  // Writes that change, restore, clear and repeat values, and cold and warm reads.
  '1 0 SSTORE 2 0 SSTORE 1 0 SSTORE 0 1 SSTORE 5 1 SSTORE 0 0 SSTORE 7 SLOAD POP 7 SLOAD POP 0 SLOAD 1 ADD 2 SSTORE',
  `${RECEIVER} BALANCE POP ${RECEIVER} BALANCE POP ${RECEIVER} EXTCODESIZE POP 0 CALLDATALOAD 4 SSTORE`,
  `${RECEIVER} EXTCODEHASH 0 SSTORE`,
  'CHAINID 0 SSTORE SELFBALANCE 1 SSTORE',
  'BASEFEE 0 SSTORE',
  'PUSH0 POP 1 0 SSTORE',
  '1 0 TSTORE 0 TLOAD 0 SSTORE 32 0 32 MCOPY',
  '3 256 EXP POP 1 2 SHL 0 SSTORE',
  // Ether to an address without an account; the second call sends none.
  `0 0 0 0 1 ${RECEIVER} 50000 CALL 0 SSTORE 0 0 0 0 0 ${RECEIVER} 50000 CALL 1 SSTORE`,
  `0 0 0 0 0 ${`0x${'99'.repeat(20)}`} 50000 CALL 0 SSTORE`,
  `0 0 0 0 ${SELF} 9000 STATICCALL POP 1 0 0 LOG1`,
  'CALLDATASIZE @deep JUMPI STOP deep: 0 0 0 0 0 ADDRESS GAS CALL 0 0 LOG0',
  // Creations of a contract, of one that fails, and of one that destroys itself.
  '0x600160005360016000f3 0 MSTORE 10 22 3 CREATE DUP1 0 SSTORE EXTCODESIZE 1 SSTORE',
  '0x600160005360016000f3 0 MSTORE 5 10 22 0 CREATE2 0 SSTORE',
  `0x73${'77'.repeat(20)}ff 0 MSTORE 22 10 4 CREATE 0 SSTORE`,
  '0xfe 0 MSTORE 1 31 0 CREATE 0 SSTORE',
  `${RECEIVER} SELFDESTRUCT`,
  '1 0 SSTORE 1 0 MSTORE 32 0 REVERT',
  'JUMPDEST 1 POP 0 JUMP',
  // Precompiles, for their prices.
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 256].map(
    (at) => `0 0 128 0 ${at} 100000 STATICCALL 0 SSTORE RETURNDATASIZE 1 SSTORE`,
  ),
  ...[1, 2, 5, 6].map(
    (at) => `1 31 MSTORE8 1 63 MSTORE8 1 95 MSTORE8 0 0 128 0 0 ${at} 100000 CALL 0 SSTORE`,
  ),
];

/** A schedule in which a fork and all before it begin with the chain. */
function since(fork: string): ForkSchedule {
  const { forks, ...rest } = readForks();
  const last = forks.findIndex(({ name }) => name === fork);
  return {
    ...rest,
    forks: forks.slice(0, last + 1).map((one) => ({
      ...one,
      activation: one.activation !== 'undated' && 'block' in one.activation ? { block: 0 } : { timestamp: 0 },
    })),
  };
}

interface Answered extends Record<string, unknown> {
  readonly transactions: readonly { readonly hash: Hex }[];
}

interface Receipt {
  readonly status?: Hex;
  readonly gasUsed: Hex;
  readonly contractAddress?: Hex | null;
  readonly logs: readonly { readonly address: Hex; readonly topics: readonly Hex[]; readonly data: Hex }[];
}

const bytes = (value: unknown): Buffer => Buffer.from(String(value).slice(2), 'hex');
const quantity = (value: number): Hex => `0x${value.toString(16)}`;

/** The header fields that execution needs. */
function headerOf(block: Answered): Header {
  const number = (name: string): number => Number(block[name] ?? 0);
  return {
    ...{
      parentHash: bytes(block.parentHash),
      ommersHash: bytes(block.sha3Uncles),
      stateRoot: bytes(block.stateRoot),
    },
    ...{ beneficiary: bytes(block.miner), transactionsRoot: bytes(block.transactionsRoot) },
    ...{ receiptsRoot: bytes(block.receiptsRoot), logsBloom: bytes(block.logsBloom) },
    ...{
      difficulty: BigInt(String(block.difficulty)),
      number: number('number'),
      gasLimit: number('gasLimit'),
    },
    ...{ gasUsed: number('gasUsed'), timestamp: number('timestamp'), extraData: bytes(block.extraData) },
    ...{ mixHash: bytes(block.mixHash), nonce: bytes(block.nonce) },
    ...(block.baseFeePerGas !== undefined && { baseFeePerGas: BigInt(String(block.baseFeePerGas)) }),
    ...(block.excessBlobGas !== undefined && {
      excessBlobGas: number('excessBlobGas'),
      blobGasUsed: number('blobGasUsed'),
    }),
    ...(block.parentBeaconBlockRoot !== undefined && {
      parentBeaconBlockRoot: bytes(block.parentBeaconBlockRoot),
    }),
  };
}

describe('transactions of the forks from London to Osaka', () => {
  it.each(FORKS)('have the receipts of another implementation in %s', async (fork) => {
    const child = await startChild({
      ...{ name: 'anvil', command: findAnvil(), readyLine: /Listening on 127\.0\.0\.1:(\d+)/ },
      args: [
        ...['--hardfork', fork, '--chain-id', '1', '--host', '127.0.0.1', '--port', '0', '--no-mining'],
        ...['--accounts', '0', '--order', 'fifo', '--timestamp', String(START)],
      ],
      stopSteps: [{ signal: 'SIGKILL', withinMs: 5_000 }],
    });
    const url = `http://127.0.0.1:${child.ready![1]}`;
    const client = new RpcClient(url);
    const nodes = new AccountProofs([url]);
    try {
      const sender = accountOf('chainproof', 'alice');
      await client.call('anvil_setBalance', sender.address, '0x56bc75e2d63100000');
      const places = PROGRAMS.map((_, at) => `0x${(0xc0de00 + at).toString(16).padStart(40, '0')}` as Hex);
      for (const [at, place] of places.entries()) {
        await client.call('anvil_setCode', place, toHex(assembled(PROGRAMS[at]!)));
        await client.call('anvil_setBalance', place, '0x64');
        await client.call('anvil_setStorageAt', place, quantity(0), `0x${'00'.repeat(31)}01`);
      }
      await client.call('evm_mine');
      let nonce = 0;
      const raws: Hex[] = [];
      const sign = (more: object) =>
        sender.signTransaction({
          ...{ type: 'legacy', chainId: 1, gas: GAS, gasPrice: PRICE, nonce: nonce++ },
          ...more,
        } as never);
      for (const to of places) raws.push(await sign({ to, value: 1n, data: '0x01ff00' }));
      raws.push(await sign({ data: '0x600160005360016000f3' }), await sign({ to: RECEIVER, value: 5n }));
      for (const raw of raws) await client.call('eth_sendRawTransaction', raw);
      await client.call('evm_mine');
      const block = (await client.call('eth_getBlockByNumber', 'latest', true)) as Answered;
      const parent = (await client.call(
        'eth_getBlockByNumber',
        quantity(Number(block.number) - 1),
        false,
      )) as Answered;
      expect(block.transactions).toHaveLength(raws.length);
      const number = Number(parent.number);
      // Each round executes all transactions again with the state that the last one read.
      const touched = new Map(
        [sender.address.toLowerCase() as Hex, RECEIVER as Hex, ...places].map((address) => [
          address,
          new Set([0n, 1n]),
        ]),
      );
      const found = await gatherTransactions(
        { header: headerOf(block), transactions: raws.map((raw, index) => ({ index, raw: bytes(raw) })) },
        ...([headerOf(parent), since(fork), touched] as const),
        {
          proof: async (address, slots) => {
            const given = await nodes.of({ address, block: number, slots });
            return (
              given && { nodes: [...given.proof, ...[...given.slots.values()].flat()], codes: [given.code] }
            );
          },
          header: async () => headerOf(parent),
        },
        { ...TRANSACTION_LIMITS, frames: 20_000 },
      );
      expect([found?.fork, found?.failed]).toEqual([fork, undefined]);
      const wrong: unknown[] = [];
      for (const [index, { hash }] of block.transactions.entries()) {
        const receipt = (await client.call('eth_getTransactionReceipt', hash)) as Receipt;
        const own = found!.executed.get(index)!;
        const ours = [
          own.status,
          own.gasUsed,
          own.logs.map(({ topics, data }) => [topics.map(toHexOf), toHexOf(data)]),
        ];
        const theirs = [
          Number(receipt.status ?? own.status),
          Number(receipt.gasUsed),
          receipt.logs.map(({ topics, data }) => [topics, data]),
        ];
        if (JSON.stringify(ours) !== JSON.stringify(theirs)) wrong.push([PROGRAMS[index], ours, theirs]);
      }
      expect(wrong).toEqual([]);
    } finally {
      await nodes.close();
      await child.stop();
    }
  });
});

const toHexOf = (value: Uint8Array): Hex => toHex(Buffer.from(value));
