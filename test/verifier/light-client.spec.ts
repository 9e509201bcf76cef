import { describe, expect, it } from '@jest/globals';
import {
  followUpdates,
  type LightClientData,
} from '../../src/domain/canonicity/light-client/follow-updates.js';
import { bounded } from '../bounded.js';
import { madeNode } from '../builder/made-header-proof.js';
import { type MadeLies, madeLightClient } from '../builder/made-light-client.js';
import { recordedLightClient } from '../recorded/light-client-data.js';

const DENEB = 9_000_000;
const ELECTRA = 11_649_024;
const FULU = 13_164_544;
const HASH = madeNode('the final payload');

const recorded = recordedLightClient();
const given = recorded === undefined ? describe.skip : describe;

/** @param checkpoint the only one that is accepted; any by default */
const refusal = (data: LightClientData, gloasSlot?: number, checkpoint?: Buffer): string => {
  try {
    const followed = followUpdates(data, gloasSlot);
    return checkpoint?.equals(followed.checkpoint) === false ? 'from another checkpoint' : 'accepted';
  } catch (error) {
    const { name, message } = error as Error;
    return name === 'ProofFails' || name === 'MalformedField' ? message : `${name}: ${message}`;
  }
};

/** Copies of the data, each with one byte changed, at every `step` bytes of each part. */
function* changed(data: LightClientData, step: number): Generator<readonly [string, LightClientData]> {
  const other = (bytes: Buffer, at: number) => {
    const copy = Buffer.from(bytes);
    copy[at]! ^= 1 << (at % 8);
    return copy;
  };
  for (let at = 3; at < data.bootstrap.length; at += step)
    yield [`bootstrap ${at}`, { ...data, bootstrap: other(data.bootstrap, at) }];
  for (const [index, update] of data.updates.entries())
    for (let at = 5; at < update.length; at += step)
      yield [`update ${at}`, { ...data, updates: data.updates.with(index, other(update, at)) }];
  for (let at = 0; at < data.finality.length; at += Math.ceil(step / 20))
    yield [`finality ${at}`, { ...data, finality: other(data.finality, at) }];
}

given('light-client data of mainnet (skipped where SHARED_DIR holds none)', () => {
  it('leads from a beacon block through a committee to a final block', () => {
    const { checkpoint, blockHash } = followUpdates(recorded!);
    expect(checkpoint.toString('hex')).toBe(
      '33d75f8506929d950a6d9e43508e92e50a072a39978821900e3a2e261f80ddbf',
    );
    expect(blockHash.toString('hex')).toMatch(/^[0-9a-f]{64}$/);
    const updates = [...recorded!.updates, recorded!.later];
    expect(refusal({ ...recorded!, updates })).toBe('the finality update is not of period 1252');
    expect(refusal({ ...recorded!, updates: [] })).toBe('the finality update is not of period 1250');
    expect(refusal({ ...recorded!, updates: [recorded!.later] })).toBe(
      'the update of period 1250 is not of that period',
    );
  });

  it('is refused with any byte changed', () => {
    const { checkpoint } = followUpdates(recorded!);
    for (const [place, data] of changed(recorded!, bounded(2_003, 23)))
      expect([place, refusal(data, undefined, checkpoint)]).not.toEqual([place, 'accepted']);
  });
});

describe('light-client data of a chain with made-up keys', () => {
  it.each([
    ['of Deneb', DENEB, 1],
    ['over the beginning of Electra', ELECTRA + 8_192, 2],
    ['over the beginning of Fulu', FULU + 4_000, 1],
    ['of one period', FULU + 20_000, 0],
  ])('leads to a final block %s', (_, slot, periods) => {
    const made = madeLightClient(HASH, slot, periods);
    expect(followUpdates(made)).toEqual({ checkpoint: made.checkpoint, blockHash: HASH });
  });

  it('is refused with any byte changed', () => {
    const made = madeLightClient(HASH, FULU + 20_000);
    for (const [place, data] of changed(made, bounded(3_001, 37)))
      expect([place, refusal(data, undefined, made.checkpoint)]).not.toEqual([place, 'accepted']);
  });

  it.each<[string, MadeLies, string]>([
    ['by less than two thirds', { signers: 341 }, 'is not signed by two thirds of the committee'],
    ['by the rules of another fork', { version: '05000000' }, "has a signature that is not the committee's"],
    [
      'by the committee of another period',
      { signedBy: 1_608 },
      "has a signature that is not the committee's",
    ],
    ['for another network', { network: madeNode('Sepolia') }, "has a signature that is not the committee's"],
    ['of another block', { finalizes: madeNode('another') }, 'is not of a final block'],
    ['with another slot than the first', { delay: 2 }, 'states another slot of its signature than the first'],
  ])('is refused where the update is signed %s', (_, lies, reason) => {
    expect(refusal(madeLightClient(HASH, FULU + 20_000, 1, lies))).toBe(`the finality update ${reason}`);
  });

  it('is accepted with two thirds of the signatures', () => {
    expect(refusal(madeLightClient(HASH, FULU + 20_000, 1, { signers: 342 }))).toBe('accepted');
  });

  // Fulu begins with a period: the committee is that of the signature's slot, the fork that of the slot before.
  it.each([
    ['at the first slot of a period', 6, 'accepted'],
    ['at the slot after', 7, 'accepted'],
    ['later', 8, 'the finality update states another slot of its signature than the first'],
  ])('with a signature %s is of the next committee', (_, delay, outcome) => {
    const made = madeLightClient(HASH, FULU - 6, 1, { delay, signedBy: FULU / 8_192 });
    expect(refusal(made)).toMatch(/^the finality update is not of period/);
    const { updates } = madeLightClient(HASH, FULU + 100, 2);
    expect(refusal({ ...made, updates })).toBe(outcome);
  });

  it('is refused without one of its updates, with two swapped, and with those of another chain', () => {
    const made = madeLightClient(HASH, FULU + 40_000, 3);
    const [first, second, third] = made.updates;
    expect(refusal({ ...made, updates: [first!, third!] })).toMatch(
      /^the update of period \d+ is not of that period$/,
    );
    expect(refusal({ ...made, updates: [second!, first!, third!] })).toMatch(/is not of that period$/);
    expect(refusal({ ...made, updates: [first!, second!] })).toMatch(/^the finality update is not of period/);
    const other = madeLightClient(HASH, FULU + 40_000 + 8_192 * 3, 3);
    expect(refusal({ ...made, bootstrap: other.bootstrap })).toMatch(/is not of that period$/);
  });
});

describe('light-client data since Gloas', () => {
  /** Fulu ends in the middle of a period. */
  const GLOAS = 15_000_000 - (15_000_000 % 8_192) + 4_096;
  const PERIOD = Math.floor(GLOAS / 8_192);
  const made = (slot: number, periods: number, lies: MadeLies = {}) =>
    madeLightClient(HASH, slot, periods, { gloasSlot: GLOAS, ...lies });

  it.each([
    ['from before Gloas', GLOAS + 8_192, 2],
    ['within Gloas', GLOAS + 20_000, 1],
    ['of a block before Gloas that is attested since', GLOAS + 63, 0],
    ['of the last slot before Gloas', GLOAS - 1, 1],
  ])('leads to the payload before a final block, %s', (_, slot, periods) => {
    const data = made(slot, periods);
    expect(followUpdates(data, GLOAS)).toEqual({ checkpoint: data.checkpoint, blockHash: HASH });
  });

  it('has the sizes of the specification', () => {
    const { bootstrap, updates, finality } = made(GLOAS + 20_000, 1);
    expect([bootstrap.length, updates[0]!.length, finality.length]).toEqual([25_472, 26_424, 1_448]);
  });

  it('is refused with any byte changed', () => {
    const whole = made(GLOAS + 20_000, 1);
    for (const [place, data] of changed(whole, bounded(3_001, 37)))
      expect([place, refusal(data, GLOAS, whole.checkpoint)]).not.toEqual([place, 'accepted']);
    // Zeros before the branch of an earlier block must be zeros, too.
    const { finality, ...rest } = made(GLOAS + 63, 0);
    for (let at = 0; at < finality.length; at += bounded(7, 1)) {
      const other = Buffer.from(finality);
      other[at]! ^= 1 << (at % 8);
      expect([at, refusal({ ...rest, finality: other }, GLOAS)]).not.toEqual([at, 'accepted']);
    }
  });

  it.each<[string, MadeLies, string]>([
    ['by nobody', { signers: 0 }, 'is not signed by two thirds of the committee'],
    ['by less than two thirds', { signers: 341 }, 'is not signed by two thirds of the committee'],
    ['by the rules of Fulu', { version: '06000000' }, "has a signature that is not the committee's"],
    ['by the rules of a fork after', { version: '08000000' }, "has a signature that is not the committee's"],
    ['by the committee before', { signedBy: PERIOD + 1 }, "has a signature that is not the committee's"],
    ['for another network', { network: madeNode('Sepolia') }, "has a signature that is not the committee's"],
    ['of another block', { finalizes: madeNode('another') }, 'is not of a final block'],
    ['with another slot than the first', { delay: 2 }, 'states another slot of its signature than the first'],
  ])('is refused where the update is signed %s', (_, lies, reason) => {
    expect(refusal(made(GLOAS + 16_384, 1, lies), GLOAS)).toBe(`the finality update ${reason}`);
  });

  it('is accepted with two thirds of the signatures', () => {
    expect(refusal(made(GLOAS + 16_384, 1, { signers: 342 }), GLOAS)).toBe('accepted');
  });

  it('is refused in the form of another fork, or if the start of Gloas is not known', () => {
    const ofFulu = madeLightClient(HASH, GLOAS + 20_000);
    expect(refusal(ofFulu, GLOAS)).toBe('the checkpoint is of Gloas, and not in its form');
    const ofGloas = made(GLOAS + 20_000, 1);
    const unknown = 'the checkpoint is not known to be of Gloas, and in its form';
    expect(refusal(ofGloas)).toBe(unknown);
    expect(refusal(ofGloas, GLOAS + 30_000)).toBe(unknown);
    // The same committees on a chain that forks at another time.
    const later = madeLightClient(HASH, GLOAS + 20_000, 1, { gloasSlot: GLOAS + 8_192 });
    expect(refusal(later, GLOAS)).not.toBe('accepted');
  });
});
