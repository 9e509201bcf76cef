import { beforeAll, describe, expect, it } from '@jest/globals';
import { gloasSlotOf } from '../../src/domain/canonicity/mainnet-slots.js';
import { decodeHeader, encodeHeader } from '../../src/domain/chain/codec/header-rlp.js';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import type { Hash } from '../../src/domain/chain/hex.js';
import { keccak256 } from '../../src/domain/crypto/keccak.js';
import { writeCallBundle } from '../../src/verifier/bundle/call-bundle.js';
import type { CallBundle } from '../../src/verifier/bundle/call-bundle.schema.js';
import { describeVerification, exitCodeOf } from '../../src/verifier/describe-verification.js';
import { published } from '../../src/verifier/published.js';
import { verifyText } from '../../src/verifier/verify-text.js';
import { bounded } from '../bounded.js';
import { bundleOf, chainWith, returning } from '../builder/call-bundles.js';
import { madeNode } from '../builder/made-header-proof.js';
import { type MadeLightClient, madeLightClient } from '../builder/made-light-client.js';
import { SCHEDULE } from '../builder/view-call.js';

const SLOT = 13_200_000;
const FINAL_AFTER = 3;

type Finality = NonNullable<CallBundle['finality']>;

describe('V6 of a block that is too young for a root', () => {
  let bundle: CallBundle;
  let made: MadeLightClient;
  let ancestors: Buffer[];
  let checkpoint: Hash;

  beforeAll(async () => {
    bundle = await bundleOf(await chainWith(returning('7 SLOAD')));
    ancestors = [];
    let before = fromHex(bundle.header);
    for (let at = 0; at < FINAL_AFTER; at++) {
      const header = decodeHeader(before);
      before = Buffer.from(
        encodeHeader({ ...header, number: header.number + 1, parentHash: keccak256(before) }),
      );
      ancestors.unshift(before);
    }
    made = madeLightClient(keccak256(ancestors[0]!), SLOT, 2);
    checkpoint = toHex(made.checkpoint);
  });

  const finalityOf = (
    { bootstrap, updates, finality }: MadeLightClient,
    headers: readonly Buffer[] = ancestors,
  ): Finality => ({
    bootstrap: toHex(bootstrap),
    updates: updates.map(toHex),
    update: toHex(finality),
    ancestors: headers.map(toHex),
  });
  const verify = async (
    finality: Finality | undefined,
    trusted: Hash | undefined = checkpoint,
    forks = SCHEDULE,
  ) => {
    const text = writeCallBundle({ ...bundle, ...(finality && { finality }) });
    const verification = await verifyText(text, {
      rules: new Map(),
      forks,
      ...(trusted && { checkpoint: trusted }),
    });
    return { code: exitCodeOf(verification), text: describeVerification(verification) };
  };

  it('holds if sync committees finalised a later block, from a checkpoint that the verifier names', async () => {
    const { code, text } = await verify(finalityOf(made));
    expect(text).toMatch(
      /^V6 {2}holds {8}the blocks are those of Ethereum mainnet, as beacon block 0x[0-9a-f]{64} is$/m,
    );
    expect(text).toContain(checkpoint);
    expect(text).not.toContain('assumed');
    expect(code).toBe(0);
  });

  it('holds for the final block itself', async () => {
    const final = madeLightClient(keccak256(fromHex(bundle.header)), SLOT, 2);
    expect(await verify(finalityOf(final, []))).toMatchObject({
      text: expect.stringMatching(/^V6 {2}holds/m),
    });
  });

  it('holds since Gloas, if the start of Gloas is known', async () => {
    const gloasSlot = gloasSlotOf(SCHEDULE)!;
    const ofGloas = madeLightClient(keccak256(ancestors[0]!), gloasSlot + 20_000, 1, { gloasSlot });
    const root = toHex(ofGloas.checkpoint);
    expect(await verify(finalityOf(ofGloas), root)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^V6 {2}holds .*, as beacon block 0x/m),
    });
    const undated = await verify(finalityOf(ofGloas), root, published().forks!);
    expect([undated.code, undated.text]).toEqual([
      16,
      expect.stringContaining('finality: the checkpoint is not known to be of Gloas, and in its form'),
    ]);
  });

  // Anybody can make up committees.
  it('is not shown by committees from a checkpoint that the verifier does not name', async () => {
    const other = toHex(madeNode('another'));
    const unnamed = await verify(finalityOf(made), '' as Hash);
    expect(unnamed.text).toContain(
      `it is final if beacon block ${checkpoint} is Ethereum's: --checkpoint names`,
    );
    expect(unnamed.text).toMatch(/^V6 {2}not shown/m);
    expect(unnamed.text).toContain('assumed');
    expect(unnamed.code).toBe(0);
    const another = await verify(finalityOf(made), other);
    expect(another.text).toContain(`${checkpoint} is Ethereum's, which is not your checkpoint`);
    expect(another.text).toMatch(/^V6 {2}FAILS {8}the checkpoint: /m);
    expect(another.code).toBe(16);
  });

  it('fails for whoever names a checkpoint, if the bundle leads to none', async () => {
    const made = await verify(undefined);
    expect(made.text).toMatch(/^V6 {2}FAILS {8}the checkpoint: .*no proof of it is in the bundle$/m);
    expect(made.code).toBe(16);
    expect(await verify(undefined, '' as Hash)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^V6 {2}not shown/m),
    });
  });

  it('fails if a part was changed, whether or not a checkpoint is named', async () => {
    const { code, text } = await verify(finalityOf(made, ancestors.slice(1)));
    expect([code, text]).toEqual([16, expect.stringContaining('finality: ancestor 0 is not the block')]);
    const short = await verify(finalityOf(made, ancestors.slice(0, -1)));
    expect(short.text).toContain('finality: it does not lead to a block of the bundle');
    const foreign = await verify(finalityOf(made, [...ancestors, fromHex(bundle.header)]));
    expect(foreign.text).toContain('it does not lead to a block of the bundle');
    for (const trusted of [checkpoint, '' as Hash]) {
      const unsigned = await verify(
        finalityOf(madeLightClient(keccak256(ancestors[0]!), SLOT, 2, { signers: 341 })),
        trusted,
      );
      expect([unsigned.code, unsigned.text]).toEqual([
        16,
        expect.stringContaining('not signed by two thirds'),
      ]);
    }
  });

  it('fails with any byte changed', async () => {
    const finality = finalityOf(made);
    const parts: readonly (readonly [string, (hex: Hash) => Finality])[] = [
      [finality.bootstrap, (bootstrap) => ({ ...finality, bootstrap })],
      [finality.updates[1]!, (update) => ({ ...finality, updates: finality.updates.with(1, update) })],
      [finality.update, (update) => ({ ...finality, update })],
      [finality.ancestors[1]!, (header) => ({ ...finality, ancestors: finality.ancestors.with(1, header) })],
    ];
    for (const [hex, withOther] of parts)
      for (let at = 2; at < hex.length; at += Math.ceil(hex.length / bounded(6, 200))) {
        const digit = hex[at] === '0' ? '1' : '0';
        const { code, text } = await verify(
          withOther(`${hex.slice(0, at)}${digit}${hex.slice(at + 1)}` as Hash),
        );
        expect([at, code, text]).toEqual([at, 16, expect.stringMatching(/^V6 {2}FAILS {8}finality: /m)]);
      }
  });
});
