import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeCallBundle } from '../../src/bundle/make-call-bundle.js';
import { RpcClient } from '../../src/demo/chain/rpc-client.js';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import type { Address, Hex } from '../../src/domain/chain/hex.js';
import type { Header } from '../../src/domain/chain/record/block.js';
import { AccountProofs } from '../../src/node/execution/account-proofs.js';
import { headerFromRpc } from '../../src/node/rpc/header-from-rpc.js';
import type { RpcBlock } from '../../src/node/rpc/rpc-block.js';
import { writeCallBundle } from '../../src/verifier/bundle/call-bundle.js';
import type { CallBundle } from '../../src/verifier/bundle/call-bundle.schema.js';
import { published } from '../../src/verifier/published.js';
import { verifyCall } from '../../src/verifier/witness/verify-call.js';
import { bounded } from '../bounded.js';
import { type StillChain, sharedChain } from '../shared/demo-chain.js';
import { Prng } from '../simulation/prng.js';

const BLOCKS = bounded(3, 10);
const FLIPPED = bounded(8, 20);
const FLIPS = bounded(40, 100_000);
const FORKS = published().forks!;
const ZERO = `0x${'00'.repeat(20)}`;
const word = (address: string): string => address.slice(2).padStart(64, '0');
/** name, symbol, decimals, totalSupply, owner, asset, getOwners, getThreshold, paused, implementation, token0, getReserves */
const SELECTORS = [
  ...['0x06fdde03', '0x95d89b41', '0x313ce567', '0x18160ddd', '0x8da5cb5b', '0x38d52e0f', '0xa0e67e2b'],
  ...['0xe75235b8', '0x5c975abb', '0x5c60da1b', '0x0dfe1681', '0x0902f1ac'],
];

let chain: StillChain;
let node: RpcClient;
let proofs: AccountProofs;
const headers = new Map<number, Header>();
const bundles: CallBundle[] = [];

beforeAll(async () => {
  chain = await sharedChain();
  node = new RpcClient(chain.url);
  proofs = new AccountProofs([chain.url]);
});
afterAll(() => proofs?.close());

async function headerAt(number: number): Promise<Header> {
  let header = headers.get(number);
  if (header === undefined) {
    header = headerFromRpc(
      await node.call<RpcBlock>('eth_getBlockByNumber', `0x${number.toString(16)}`, false),
      () => Buffer.alloc(256),
    );
    headers.set(number, header);
  }
  return header;
}

async function bundleOf(to: Address, data: Hex, block: number, source = proofs) {
  return makeCallBundle(await headerAt(block), { to, data: fromHex(data) }, FORKS, {
    proof: async (address, slots) => {
      const given = await source.of({ address, block, slots });
      return given && { nodes: [...given.proof, ...[...given.slots.values()].flat()], codes: [given.code] };
    },
    header: headerAt,
  });
}

it('the witness of every call from a node with account proofs verifies with the answer of the node', async () => {
  const random = new Prng(114);
  const addresses = [
    ...new Set([...chain.manifest.addresses().values()].map((one) => one.toLowerCase() as Address)),
  ];
  const blocks = Array.from({ length: BLOCKS }, () => random.between(chain.firstBlock + 20, chain.height()));
  const counts: Record<string, number> = {};
  const sizes: number[] = [];
  const packed: number[] = [];
  const times: number[] = [];
  for (const to of addresses) {
    for (const data of [...SELECTORS, `0x70a08231${word(random.pick(addresses))}`] as Hex[]) {
      const block = random.pick(blocks);
      const selector = data.slice(0, 10);
      const at = `0x${block.toString(16)}`;
      const code = await node.call<Hex>('eth_getCode', to, at);
      if (!code.includes(selector.slice(2)) && !random.chance(0.05)) continue;
      const theirs = await node
        .call<Hex>('eth_call', { from: ZERO, to, data, gas: '0x989680', gasPrice: '0x0' }, at)
        .catch(() => undefined);
      const bundle = await bundleOf(to, data, block);
      if (typeof bundle === 'string') throw new Error(`${to} ${selector} at ${block}: ${bundle}`);
      const { outcome, output } = bundle.result;
      expect([to, selector, outcome]).toEqual([to, selector, theirs === undefined ? 'reverted' : 'returned']);
      if (theirs !== undefined) expect([to, selector, output]).toEqual([to, selector, theirs]);
      const text = writeCallBundle(bundle);
      const began = performance.now();
      const found = await verifyCall(text, FORKS);
      times.push(performance.now() - began);
      expect([to, selector, found.outcome]).toEqual([to, selector, 'verified call']);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      sizes.push(text.length);
      packed.push(gzipSync(text).length);
      bundles.push(bundle);
    }
  }
  const middle = (all: number[]) =>
    all.sort((one, other) => one - other)[Math.floor(all.length / 2)]!.toFixed(0);
  process.stdout.write(
    `witnesses: ${JSON.stringify(counts)}, median ${middle(sizes)} B, gzip ${middle(packed)} B, ` +
      `largest ${sizes.at(-1)} B, verified in ${middle(times)} ms, at most ${times.at(-1)!.toFixed(0)} ms\n`,
  );
  expect(counts.returned).toBeGreaterThan(50);
});

it(`no byte of ${FLIPPED} witnesses can change`, async () => {
  const random = new Prng(115);
  const levels = new Map<string, number>();
  for (const bundle of random.shuffle([...bundles]).slice(0, FLIPPED)) {
    const { nodes, codes } = bundle.witness;
    const places = [
      ...nodes.map((hex, at) => ({ hex, set: (to: Hex) => ({ nodes: nodes.with(at, to) }) })),
      ...codes.map((hex, at) => ({ hex, set: (to: Hex) => ({ codes: codes.with(at, to) }) })),
    ].flatMap(({ hex, set }) =>
      Array.from({ length: hex.length / 2 - 1 }, (_, at) => () => set(flipped(hex as Hex, at, random))),
    );
    for (const change of random.shuffle(places).slice(0, FLIPS)) {
      const found = await verifyCall(
        writeCallBundle({ ...bundle, witness: { ...bundle.witness, ...change() } }),
        FORKS,
      );
      const level = found.outcome === 'refuted call' ? `V${found.level}` : found.outcome;
      levels.set(level, (levels.get(level) ?? 0) + 1);
    }
    for (let at = 0; at < bundle.header.length / 2 - 1; at += bounded(29, 1)) {
      const header = flipped(bundle.header as Hex, at, random);
      const found = await verifyCall(writeCallBundle({ ...bundle, header }), FORKS);
      expect(found.outcome).toBe('refuted call');
    }
  }
  process.stdout.write(`flipped bytes of witnesses: ${JSON.stringify([...levels])}\n`);
  expect([...levels.keys()].sort()).toEqual(['V3', 'V4']);
});

it('the account proofs of another block are no witness', async () => {
  const [older, newer] = [chain.firstBlock + 30, chain.height()];
  const { call } = bundles.find(({ witness }) => witness.nodes.length > 3)!;
  const to = call.split(':')[3] as Address;
  const other = { of: (read: Parameters<AccountProofs['of']>[0]) => proofs.of({ ...read, block: older }) };
  expect(await bundleOf(to, '0x06fdde03', newer, other as AccountProofs)).toBe('unproven');
});

it('there is no witness without a node that proves state', async () => {
  const none = new AccountProofs([]);
  const { call } = bundles[0]!;
  expect(await bundleOf(call.split(':')[3] as Address, '0x06fdde03', chain.height(), none)).toBe('unproven');
});

function flipped(hex: Hex, byte: number, random: Prng): Hex {
  const bytes = fromHex(hex);
  bytes[byte]! ^= random.between(1, 255);
  return toHex(bytes);
}
