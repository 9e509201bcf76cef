import { describe, expect, it } from '@jest/globals';
import { bindingDocument } from '../../src/bundle/binding-documents.js';
import { ruleDocument } from '../../src/bundle/rule-document.js';
import { readDefinitions } from '../../src/definition/read-definitions.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { Bundle, StatedHolding } from '../../src/verifier/bundle/bundle.schema.js';
import { plainCodeValue } from '../../src/verifier/evidence/code-value.js';
import { published } from '../../src/verifier/published.js';
import { verifyBundle } from '../../src/verifier/verify-bundle.js';
import { type MadeAccount, type MadeBlock, madeStates } from '../builder/made-states.js';
import { remade } from '../forger/refit.js';

const SUBJECT = `0x${'a1'.repeat(20)}`;
const DELEGATE = `0x${'d1'.repeat(20)}`;
const CODE: MadeAccount = { code: '0x60016000f3' };
const OTHER_CODE: MadeAccount = { code: '0x60026000f3' };
const DELEGATED: MadeAccount = { code: `0xef0100${DELEGATE.slice(2)}` };
const NONE: MadeAccount = {};
const FIRST = 100;
const HASH = `sha256:${'0'.repeat(64)}`;
const { catalog } = readDefinitions(false);

const BEFORE_CANCUN = 99;

/** Blocks from 100 on, each with this account at the subject's address. */
const chainOf = (states: readonly (MadeAccount | undefined)[], cancunAt = 0) =>
  madeStates(
    FIRST,
    states.map((state) => (state === undefined ? {} : { [SUBJECT]: state })),
    { cancunAt },
  );

interface Reported {
  readonly id: string;
  readonly register: string;
  readonly value: StatedHolding['value'];
  /** Indexes of the blocks that the fact cites. */
  readonly cites: readonly number[];
  /** Index of the block of the claim. */
  readonly at: number;
  /** Indexes of blocks with further account proofs. */
  readonly shown?: readonly number[];
  readonly object?: string;
  /** Version of the definition, instead of its own. */
  readonly version?: string;
}

async function verified(
  blocks: readonly MadeBlock[],
  { id, register, value, cites, at, shown = [], object, version }: Reported,
) {
  const definition = catalog.definitions.find((one) => one.id === id)!;
  const held: Bundle['blocks'] = {};
  for (const place of [...cites, ...shown])
    held[blocks[place]!.hash] = {
      header: blocks[place]!.header,
      accounts: { [SUBJECT]: await blocks[place]!.account(SUBJECT) },
    };
  held[blocks[at]!.hash] ??= { header: blocks[at]!.header };
  const last = blocks[cites.at(-1)!]!;
  const bundle = {
    format: 'chainproof-bundle-2',
    proof: HASH,
    block: blocks[at]!.number,
    proofs: {
      [HASH]: {
        attributeId: id,
        definitionVersion: definition.definitionVersion,
        selectedFamilyId: definition.families[0]!.id,
        subject: SUBJECT,
        referenceBlock: last.number,
        ...(object !== undefined && { object }),
      },
    },
    definitions: { [definition.definitionVersion]: ruleDocument(definition) },
    bindings: Object.fromEntries(definition.bindings.map((one) => [one, bindingDocument(one, false)])),
    statements: {
      [HASH]: {
        rangeStart: FIRST,
        holdings: [
          {
            address: SUBJECT,
            source: { kind: 'code', register },
            key: '',
            value,
            start: last.number,
            evidence: cites.map((place) => `code:1:${blocks[place]!.hash}:${SUBJECT}`),
          },
        ],
        ...{ formerly: [], claims: [], lapsed: [], answers: [], digest: HASH },
      },
    },
    ...{ blocks: held, attested: {} },
  } as unknown as Bundle;
  const named = definition.definitionVersion.replace(/^[^+]+/, version ?? definition.version);
  const renamed = JSON.stringify(bundle).replaceAll(definition.definitionVersion, named);
  const text = remade(JSON.parse(renamed) as Bundle, (number) => blocks[number - FIRST]);
  const verification = await verifyBundle(text!, published());
  if (verification.outcome === 'no bundle') throw new Error(verification.reason);
  if (verification.outcome === 'refuted') {
    const { outcome, level, reason } = verification;
    return { outcome, level, reason };
  }
  const refs = [...new Set(verification.supports.values())];
  return { refs, kinds: [...new Set(verification.attested.map(({ kind }) => kind))] };
}

/** Only the beginning of the claim remains attested. */
const SHOWN = { refs: ['merkle'], kinds: ['since'] };
const refuted = (reason: string) => ({ outcome: 'refuted', level: 3, reason });

describe('a destroyed contract', () => {
  const reported = { id: 'address_nature:selfdestructed', register: 'destroyed', value: 'true' };

  it('is not shown by an account that never had code: its existence is listed as attested', async () => {
    for (const state of [undefined, NONE, DELEGATED]) {
      const blocks = await chainOf([state, state, state]);
      expect(await verified(blocks, { ...reported, cites: [1], at: 1 })).toEqual({
        refs: ['merkle'],
        kinds: ['existed', 'since'],
      });
      // An earlier block with the same account shows nothing more.
      expect(await verified(blocks, { ...reported, cites: [1], at: 1, shown: [0] })).toMatchObject({
        kinds: ['existed', 'since'],
      });
    }
  });

  it('is shown by an earlier block with a contract', async () => {
    const blocks = await chainOf([CODE, NONE, NONE], BEFORE_CANCUN);
    expect(await verified(blocks, { ...reported, cites: [1], at: 1, shown: [0] })).toEqual(SHOWN);
    expect(await verified(blocks, { ...reported, cites: [1], at: 2, shown: [0, 2] })).toEqual(SHOWN);
  });

  it('is not shown by a later contract', async () => {
    const blocks = await chainOf([NONE, CODE, NONE], BEFORE_CANCUN);
    expect(await verified(blocks, { ...reported, cites: [0], at: 2, shown: [2] })).toMatchObject({
      kinds: ['existed', 'since'],
    });
    expect(await verified(blocks, { ...reported, cites: [0], at: 2, shown: [1, 2] })).toMatchObject({
      outcome: 'refuted',
      level: 4,
      reason: 'nothing rests on it',
    });
  });

  it('is refused if there is a contract at the end, and attested if nothing shows the end', async () => {
    const blocks = await chainOf([CODE, NONE, OTHER_CODE], BEFORE_CANCUN);
    expect(await verified(blocks, { ...reported, cites: [1], at: 2, shown: [0, 2] })).toMatchObject(
      refuted('there is a contract'),
    );
    expect(await verified(blocks, { ...reported, cites: [1], at: 2, shown: [0] })).toMatchObject({
      kinds: ['absent', 'since', 'unchanged'],
    });
  });
});

describe('a redeployed contract', () => {
  const reported = { id: 'address_nature:redeployed', register: 'redeployed', value: 'true' };

  it('is not shown by two blocks without a contract', async () => {
    for (const states of [
      [NONE, NONE],
      [undefined, undefined],
      [DELEGATED, NONE],
      [CODE, NONE],
      [NONE, CODE],
    ])
      expect(
        await verified(await chainOf(states, BEFORE_CANCUN), { ...reported, cites: [0, 1], at: 1 }),
      ).toMatchObject({
        kinds: ['existed', 'since'],
      });
  });

  it('is shown by two different contracts, and refused for equal ones or in the wrong order', async () => {
    const blocks = await chainOf([CODE, NONE, OTHER_CODE, OTHER_CODE, CODE], BEFORE_CANCUN);
    expect(await verified(blocks, { ...reported, cites: [0, 2], at: 3, shown: [3] })).toEqual(SHOWN);
    expect(await verified(blocks, { ...reported, cites: [2, 3], at: 3 })).toMatchObject(
      refuted('its code is the same both times'),
    );
    expect(await verified(blocks, { ...reported, cites: [2, 0], at: 3, shown: [3] })).toMatchObject(
      refuted('its second code is the earlier one'),
    );
  });
});

describe('a contract', () => {
  const reported = {
    id: 'address_nature:contract',
    register: 'contract',
    value: { ...plainCodeValue(fromHex(CODE.code!)) },
  };
  const kinds = async (blocks: readonly MadeBlock[], rest: Pick<Reported, 'cites' | 'at' | 'shown'>) =>
    (await verified(blocks, { ...reported, ...rest })) as { kinds?: string[]; reason?: string };

  it('exists forever once it existed at the end of a block since Cancun, and before Cancun only as long as shown', async () => {
    expect(await kinds(await chainOf([CODE, CODE]), { cites: [0], at: 1 })).toMatchObject({
      kinds: ['registry', 'since'],
    });
    const before = await chainOf([CODE, NONE, CODE], BEFORE_CANCUN);
    expect(await kinds(before, { cites: [0], at: 2 })).toMatchObject({
      kinds: ['absent', 'registry', 'since', 'unchanged'],
    });
    expect(await kinds(before, { cites: [0], at: 1, shown: [1] })).toMatchObject(
      refuted('there is no contract'),
    );
  });

  it('is not shown by a contract that was created after the block', async () => {
    const blocks = await chainOf([CODE, NONE, CODE], 2);
    expect(await verified(blocks, { ...reported, cites: [0], at: 1, shown: [2] })).toMatchObject({
      outcome: 'refuted',
      level: 4,
      reason: 'it comes after the block that the bundle is of',
    });
  });

  it('counts as proven by a published rule only if the whole version is published', async () => {
    const blocks = await chainOf([CODE]);
    expect(await verified(blocks, { ...reported, cites: [0], at: 0, version: '9.9.9' })).toMatchObject({
      kinds: ['registry', 'rule', 'since'],
    });
  });

  it('is no delegating account', async () => {
    const blocks = await chainOf([DELEGATED]);
    const value = plainCodeValue(fromHex(DELEGATED.code!));
    expect(await verified(blocks, { ...reported, value: { ...value }, cites: [0], at: 0 })).toMatchObject(
      refuted('there is no contract'),
    );
  });
});

describe('a delegation', () => {
  const reported = { id: 'relation:delegates_to', register: 'delegate', value: DELEGATE, object: DELEGATE };

  it('is shown by both ends, attested by the first alone, and refused if there is another or none at the end', async () => {
    const blocks = await chainOf([DELEGATED, DELEGATED, { code: `0xef0100${'d2'.repeat(20)}` }, NONE]);
    expect(await verified(blocks, { ...reported, cites: [0], at: 1, shown: [1] })).toEqual(SHOWN);
    expect(await verified(blocks, { ...reported, cites: [0], at: 2 })).toMatchObject({
      kinds: ['since', 'unchanged'],
    });
    for (const at of [2, 3])
      expect(await verified(blocks, { ...reported, cites: [0], at, shown: [at] })).toMatchObject({
        outcome: 'refuted',
        level: 3,
      });
  });

  it('is not shown for a block outside the bundle, nor by blocks of two chains', async () => {
    const [one, other] = [await chainOf([DELEGATED, DELEGATED]), await chainOf([NONE, DELEGATED])];
    const torn = [one[0]!, other[1]!];
    expect(await verified(torn, { ...reported, cites: [0], at: 1, shown: [1] })).toMatchObject({
      outcome: 'refuted',
      level: 4,
      reason: 'block 100 of the bundle is not its parent',
    });
  });
});
