import { createMPT } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import { expect, it } from '@jest/globals';
import { type Hex, hexToBytes, keccak256, numberToHex, toHex } from 'viem';
import { sharedChain } from '../../test/shared/demo-chain.js';
import { RpcClient } from './chain/rpc-client.js';

/** A block in JSON: the fields of the header, and the hashes of the transactions. */
type ServedBlock = Readonly<Record<string, Hex | readonly Hex[]>>;
interface ServedReceipt {
  readonly type: Hex;
  readonly status: Hex;
  readonly cumulativeGasUsed: Hex;
  readonly logsBloom: Hex;
  readonly logs: readonly { readonly address: Hex; readonly topics: readonly Hex[]; readonly data: Hex }[];
}

const HEADER_FIELDS = [
  ...['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'logsBloom'],
  ...[
    'difficulty',
    'number',
    'gasLimit',
    'gasUsed',
    'timestamp',
    'extraData',
    'mixHash',
    'nonce',
    'baseFeePerGas',
  ],
  ...['withdrawalsRoot', 'blobGasUsed', 'excessBlobGas', 'parentBeaconBlockRoot', 'requestsHash'],
];
const QUANTITIES = new Set(
  'difficulty number gasLimit gasUsed timestamp baseFeePerGas blobGasUsed excessBlobGas'.split(' '),
);

/** Numbers of the blocks whose hash or whose roots do not follow from the headers, transactions and receipts served. */
async function unsealedBlocks(rpc: RpcClient, from: number, to: number): Promise<number[]> {
  const unsealed: number[] = [];
  for (let number = from; number <= to; number++) {
    const [block, receipts] = (await rpc.batch([
      { method: 'eth_getBlockByNumber', params: [numberToHex(number), false] },
      { method: 'eth_getBlockReceipts', params: [numberToHex(number)] },
    ])) as [ServedBlock, ServedReceipt[]];
    const raw = (await rpc.batch(
      (block.transactions as readonly Hex[]).map((hash) => ({
        method: 'debug_getRawTransaction',
        params: [hash],
      })),
    )) as Hex[];
    const sealed =
      headerHash(block) === block.hash &&
      (await trieRoot(raw.map((transaction) => hexToBytes(transaction)))) === block.transactionsRoot &&
      (await trieRoot(receipts.map(encodeReceipt))) === block.receiptsRoot;
    if (!sealed) unsealed.push(number);
  }
  return unsealed;
}

function headerHash(block: ServedBlock): Hex {
  return keccak256(
    RLP.encode(
      HEADER_FIELDS.map((field) => {
        const value = block[field] as Hex;
        return QUANTITIES.has(field) ? quantity(value) : hexToBytes(value);
      }),
    ),
  );
}

function encodeReceipt(receipt: ServedReceipt): Uint8Array {
  const logs = receipt.logs.map(({ address, topics, data }) => [
    hexToBytes(address),
    topics.map((topic) => hexToBytes(topic)),
    hexToBytes(data),
  ]);
  const body = RLP.encode([
    quantity(receipt.status),
    quantity(receipt.cumulativeGasUsed),
    hexToBytes(receipt.logsBloom),
    logs,
  ]);
  return receipt.type === '0x0' ? body : Uint8Array.from([Number(receipt.type), ...body]);
}

function quantity(value: Hex): bigint {
  return BigInt(value);
}

async function trieRoot(items: readonly Uint8Array[]): Promise<Hex> {
  const trie = await createMPT();
  for (const [index, item] of items.entries()) await trie.put(RLP.encode(index), item);
  return toHex(trie.root());
}

it('serves sealed blocks: header hashes, transaction roots and receipt roots follow from the answers of the node', async () => {
  const chain = await sharedChain();
  expect(await unsealedBlocks(new RpcClient(chain.url), chain.firstBlock, chain.height())).toEqual([]);
});
