import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { makeCallBundle } from '../../src/bundle/make-call-bundle.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { Address, Hex } from '../../src/domain/chain/hex.js';
import { headerFromRpc } from '../../src/node/rpc/header-from-rpc.js';
import type { RpcBlock } from '../../src/node/rpc/rpc-block.js';
import { writeCallBundle } from '../../src/verifier/bundle/call-bundle.js';
import { published } from '../../src/verifier/published.js';
import { verifyCall } from '../../src/verifier/witness/verify-call.js';
import { bareBlocks } from './recorded-block.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';

/** A block with a recorded account proof and code. */
const BLOCK = 23_223_655;
const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2' as Address;
const TOTAL_SUPPLY = '0x18160ddd';
const FORKS = published().forks!;

const recorded = (name: string) => gunzipSync(readFileSync(join(REFERENCE_DIRECTORY!, name))).toString();
const inDirectory = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;

interface RpcProof {
  readonly accountProof: readonly Hex[];
  readonly balance: Hex;
}

inDirectory('a view call of mainnet', () => {
  const setUp = () => {
    const { block } = bareBlocks(REFERENCE_DIRECTORY!).find(
      ({ block: { number } }) => Number(number) === BLOCK,
    )!;
    const proof = JSON.parse(recorded('nimbus_proxy/storage_proof.json.gz')) as RpcProof;
    const code = JSON.parse(recorded('nimbus_proxy/code.json.gz')) as Hex;
    return {
      block,
      proof,
      code,
      header: headerFromRpc(block as unknown as RpcBlock, () => Buffer.alloc(256)),
    };
  };
  const witnessOf = ({ proof, code, header }: ReturnType<typeof setUp>, data: string) =>
    makeCallBundle(header, { to: WETH, data: fromHex(data) }, FORKS, {
      proof: async () => ({ nodes: proof.accountProof.map(fromHex), codes: [fromHex(code)] }),
      header: async () => undefined,
    });

  it('is proven by the recorded proof of a node: the supply of Wrapped Ether is its balance', async () => {
    const given = setUp();
    const bundle = await witnessOf(given, TOTAL_SUPPLY);
    if (typeof bundle === 'string') throw new Error(bundle);
    expect(bundle.call).toBe(`view:1:${given.block.hash}:${WETH}:${TOTAL_SUPPLY}`);
    expect(BigInt(bundle.result.output)).toBe(BigInt(given.proof.balance));
    expect(bundle.witness.fork).toBe('prague');
    expect((await verifyCall(writeCallBundle(bundle), FORKS)).outcome).toBe('verified call');
    const more = { ...bundle, result: { ...bundle.result, output: `0x${'00'.repeat(31)}01` as Hex } };
    expect(await verifyCall(writeCallBundle(more), FORKS)).toMatchObject({
      outcome: 'refuted call',
      level: 3,
    });
  });

  it('has no witness if the proof lacks a slot that it reads', async () => {
    // decimals()
    expect(await witnessOf(setUp(), '0x313ce567')).toBe('unproven');
  });
});
