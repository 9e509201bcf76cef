import { describe, expect, it } from '@jest/globals';
import { assembled, RETURN_TOP } from '../../../test/builder/assembled.js';
import {
  AMSTERDAM_BLOCK,
  addressOfByte,
  HOMESTEAD_BLOCK,
  newExecutor,
  OSAKA_BLOCK,
  SCHEDULE,
  stateOf,
} from '../../../test/builder/view-call.js';
import { described } from '../../../test/second-opinion/compared.js';
import { createdAddress } from '../../domain/chain/codec/created-address.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { BlockContext } from './run/block-context.js';
import type { StateSource } from './run/state-source.js';
import type { ViewResult } from './run/view-result.js';
import { ViewExecutor } from './view-executor.js';

const SUBJECT = addressOfByte(0x11);
const OTHER = addressOfByte(0x22);
const NO_DATA = new Uint8Array(0);

const executor = newExecutor();

/** The result of both interpreters; the fast one has the same or none. */
async function viewOf(
  source: StateSource,
  block: BlockContext = OSAKA_BLOCK,
  data = NO_DATA,
): Promise<ViewResult> {
  const reference = await executor.referenceView(SUBJECT, data, block, source);
  const fast = executor.fastView(SUBJECT, data, block, source);
  if (fast !== undefined) expect(described(fast)).toBe(described(reference));
  return reference;
}

const numberOf = ({ output }: ViewResult) => BigInt(`0x${Buffer.from(output).toString('hex')}`);

describe('the outcome of a view call', () => {
  it('is the output, with what was read', async () => {
    const slots = new Map([[5n, 77n]]);
    const result = await viewOf(stateOf({ 17: { code: assembled(`5 SLOAD ${RETURN_TOP}`), slots } }));
    expect(result.outcome).toBe('returned');
    expect(numberOf(result)).toBe(77n);
    expect(result.reads).toEqual([{ address: SUBJECT, slot: 5n, value: 77n }]);
    expect(result.codes).toEqual([SUBJECT]);
    expect(result.gasUsed).toBe(2_100 + 3 + 3 + 6 + 6);
  });

  it('is reverted with the data of the revert', async () => {
    const result = await viewOf(stateOf({ 17: '9 0 MSTORE 32 0 REVERT' }));
    expect([result.outcome, numberOf(result)]).toEqual(['reverted', 9n]);
  });

  it.each(['INVALID', 'ADD', '3 JUMP', '1 0 0 RETURNDATACOPY'])(
    'is reverted by a fault: %s',
    async (code) => {
      const result = await viewOf(stateOf({ 17: code }));
      expect([result.outcome, result.output.length, result.gasUsed]).toEqual(['reverted', 0, 10_000_000]);
    },
  );

  it('is empty output where there is no code', async () => {
    expect(await viewOf(stateOf({}))).toMatchObject({ outcome: 'returned', gasUsed: 0, codes: [SUBJECT] });
  });

  it('is undecided by the rules of a fork that nobody knows', async () => {
    const forks = [...SCHEDULE.forks, { name: 'bogota', activation: { block: 0 }, systemContracts: [] }];
    const strange = new ViewExecutor({ ...SCHEDULE, forks });
    const result = await strange.view(SUBJECT, NO_DATA, OSAKA_BLOCK, stateOf({}));
    expect(result).toMatchObject({ outcome: 'undecided', reason: { kind: 'fork', name: 'bogota' } });
  });
});

describe('state that is missing', () => {
  it.each([
    ['a slot', stateOf({ 17: `1 SLOAD ${RETURN_TOP}` }), { what: 'slot', address: SUBJECT, slot: 1n }],
    ['a code', stateOf({ 17: 'STOP' }), { what: 'code', address: SUBJECT }],
    ['a balance', stateOf({ 17: `${OTHER} BALANCE` }), { what: 'account', address: OTHER }],
    ['a code hash', stateOf({ 17: `${OTHER} EXTCODEHASH` }), { what: 'account', address: OTHER }],
    ['its own balance', stateOf({ 17: 'SELFBALANCE' }), { what: 'account', address: SUBJECT }],
  ] as const)('leaves the call undecided: %s', async (_, state, missing) => {
    const source: StateSource = {
      account: () => 'unknown',
      code: (address) => (missing.what === 'code' ? 'unknown' : state.code(address)),
      slot: () => 'unknown',
    };
    const result = await viewOf(source);
    expect(result).toMatchObject({ outcome: 'undecided', reason: { kind: 'missing', ...missing } });
  });

  it('does not matter where no opcode looks at it', async () => {
    const state = stateOf({ 17: `0 0 0 0 0 ${OTHER} GAS CALL ${RETURN_TOP}`, 34: 'STOP' });
    const source: StateSource = { ...sourceOf(state), account: () => 'unknown' };
    expect(numberOf(await viewOf(source))).toBe(1n);
  });

  it.each([
    ['the payer of a call', `0 0 0 0 1 ${OTHER} GAS CALL`, SUBJECT],
    ['the beneficiary of a destruction', `${OTHER} SELFDESTRUCT`, OTHER],
    ['the creator of a contract', '0 0 0 CREATE', SUBJECT],
  ])('leaves what depends on it undecided: %s', async (_, code, address) => {
    const state = stateOf({ 17: code });
    const source: StateSource = {
      ...sourceOf(state),
      account: (asked) => (asked === address ? 'unknown' : state.account(SUBJECT)),
    };
    expect(await viewOf(source)).toMatchObject({
      outcome: 'undecided',
      reason: { kind: 'missing', what: 'account', address },
    });
  });

  it('is named so that it can be loaded, and the call run again', async () => {
    const state = stateOf({ 17: `1 SLOAD 2 SLOAD ADD ${RETURN_TOP}` });
    const loaded = new Map<bigint, bigint>();
    const source: StateSource = { ...sourceOf(state), slot: (_, slot) => loaded.get(slot) ?? 'unknown' };
    for (let round = 0; ; round++) {
      const { reason, ...result } = await viewOf(source);
      if (reason === undefined) {
        expect([round, numberOf(result)]).toEqual([2, 30n]);
        break;
      }
      if (reason.kind !== 'missing' || reason.what !== 'slot') throw new Error(reason.kind);
      loaded.set(reason.slot, 10n * reason.slot);
    }
  });
});

describe('what makes a result volatile', () => {
  it.each(['TIMESTAMP', 'NUMBER', 'COINBASE', 'PREVRANDAO', 'GASLIMIT', 'BASEFEE', 'BLOBBASEFEE'] as const)(
    '%s',
    async (opcode) => {
      const result = await viewOf(stateOf({ 17: `${opcode} ${RETURN_TOP}` }));
      expect([result.outcome, result.volatile]).toEqual(['returned', [opcode]]);
    },
  );

  it('SLOTNUM, since Amsterdam', async () => {
    const result = await viewOf(stateOf({ 17: `SLOTNUM ${RETURN_TOP}` }), AMSTERDAM_BLOCK);
    expect([numberOf(result), result.volatile]).toEqual([9n, ['SLOTNUM']]);
  });

  it('a field of the block that is not known leaves it undecided', async () => {
    const { blobBaseFee: _, ...block } = OSAKA_BLOCK;
    expect(await viewOf(stateOf({ 17: 'BLOBBASEFEE' }), block)).toMatchObject({
      outcome: 'undecided',
      reason: { kind: 'missing', what: 'blockField', field: 'blobBaseFee' },
    });
  });

  it('BLOCKHASH, whose hashes are given or leave it undecided', async () => {
    const state = stateOf({ 17: `24999999 BLOCKHASH ${RETURN_TOP}` });
    expect(await viewOf(state)).toMatchObject({
      outcome: 'undecided',
      reason: { kind: 'missing', what: 'blockHash', number: 24_999_999 },
      volatile: ['BLOCKHASH'],
    });
    const known = await viewOf(state, { ...OSAKA_BLOCK, hashOf: (number) => Buffer.alloc(32, number % 256) });
    expect(numberOf(known)).toBe(BigInt(`0x${'3f'.repeat(32)}`));
  });

  it('is zero of a block too old for BLOCKHASH, without a hash', async () => {
    const result = await viewOf(stateOf({ 17: `1 BLOCKHASH ${RETURN_TOP}` }));
    expect([numberOf(result), result.volatile]).toEqual([0n, ['BLOCKHASH']]);
  });

  it.each([
    ['looked at', `GAS ${RETURN_TOP}`, ['GAS']],
    ['given to a call', `0 0 0 0 ${OTHER} GAS STATICCALL`, []],
    ['given to a call less a number, as until 2016', `0 0 0 0 0 ${OTHER} 700 GAS SUB CALL`, []],
    ['passed by way of the stack', `0 0 0 0 ${OTHER} GAS DUP1 POP STATICCALL`, ['GAS']],
  ])('GAS %s', async (_, code, volatile) => {
    expect((await viewOf(stateOf({ 17: code, 34: 'STOP' }))).volatile).toEqual(volatile);
  });

  it.each([
    '0x000f3df6d732807ef1319fb7b8bb8522d0beac02',
    '0x0000f90827f1c53a10cb7a02335b175320002935',
    '0x00000961ef480eb55e80d19ad83579a64c007002',
    '0x0000bbddc7ce488642fb579f8b00f3a590007251',
  ])('a slot of the system contract %s', async (system) => {
    const state = stateOf({ 17: `0 0 0 0 ${system} GAS STATICCALL` });
    const source: StateSource = {
      ...sourceOf(state),
      code: (address) => (address === system ? assembled('1 SLOAD') : state.code(address)),
      slot: () => 3n,
    };
    expect((await viewOf(source)).volatile).toEqual(['SYSTEM_CONTRACT']);
  });

  it('is nothing of a call that reads slots, codes and balances', async () => {
    const code = `SELFBALANCE ${OTHER} BALANCE ADD ${OTHER} EXTCODEHASH ADD 1 SLOAD ADD ${RETURN_TOP}`;
    const result = await viewOf(stateOf({ 17: code, 34: 'STOP' }));
    expect([result.outcome, result.volatile]).toEqual(['returned', []]);
    expect(result.looked).toEqual([
      { address: SUBJECT, field: 'balance' },
      { address: OTHER, field: 'balance' },
      { address: OTHER, field: 'codeHash' },
    ]);
  });
});

describe('accounts that delegate (EIP-7702)', () => {
  const designator = Buffer.concat([Buffer.from('ef0100', 'hex'), Buffer.from(OTHER.slice(2), 'hex')]);

  it('read the designator and the target', async () => {
    const state = stateOf({ 17: { code: designator }, 34: `ADDRESS ${RETURN_TOP}` });
    const result = await viewOf(state);
    expect(numberOf(result)).toBe(BigInt(SUBJECT));
    expect(result.codes).toEqual([SUBJECT, OTHER]);
  });

  it('are empty accounts before Prague', async () => {
    const state = stateOf({ 17: { code: designator }, 34: 'STOP' });
    expect(await viewOf(state, { ...OSAKA_BLOCK, timestamp: 1_746_612_310 })).toMatchObject({
      outcome: 'reverted',
      codes: [SUBJECT],
    });
  });
});

describe('the calls that a run makes', () => {
  it.each([
    ['call', `0 0 0 0 0 ${OTHER} GAS CALL`, OTHER],
    ['callcode', `0 0 0 0 0 ${OTHER} GAS CALLCODE`, OTHER],
    ['delegatecall', `0 0 0 0 ${OTHER} GAS DELEGATECALL`, OTHER],
    ['staticcall', `0 0 0 0 ${OTHER} GAS STATICCALL`, OTHER],
    ['create', '0 0 0 CREATE', createdAddress(Buffer.from(SUBJECT.slice(2), 'hex'), 1)],
    ['create2', '0 0 0 0 CREATE2', undefined],
  ] as const)('are noted with type and callee: %s', async (type, code, to) => {
    const { calls } = await viewOf(stateOf({ 17: code, 34: 'STOP' }));
    const callee = to === undefined ? {} : { to: typeof to === 'string' ? to : toHex(to) };
    expect(calls).toMatchObject([{ type, depth: 0, from: SUBJECT, ...callee }]);
  });

  it.each([
    ['the whole input', 'CALLDATASIZE 0 0 CALLDATACOPY 0 0 CALLDATASIZE 0', true],
    ['a part of it', 'CALLDATASIZE 0 0 CALLDATACOPY 0 0 3 0', false],
    ['other bytes', '0 0 CALLDATASIZE 0', false],
  ])('are noted with whether they pass on %s', async (_, operands, forwardsInput) => {
    const state = stateOf({ 17: `${operands} ${OTHER} GAS DELEGATECALL`, 34: 'STOP' });
    expect((await viewOf(state, OSAKA_BLOCK, Buffer.from('a1b2c3d4e5', 'hex'))).calls).toMatchObject([
      { forwardsInput },
    ]);
  });
});

describe('what a run writes', () => {
  it('is seen by the run and forgotten after it', async () => {
    const state = stateOf({ 17: `1 SLOAD DUP1 1 ADD 1 SSTORE 1 SLOAD ADD ${RETURN_TOP}` });
    expect(numberOf(await viewOf(state))).toBe(1n);
    expect(numberOf(await viewOf(state))).toBe(1n);
  });

  it('is undone with the frame that reverts', async () => {
    // The subject calls the other, which calls it back to write 9, and reverts.
    const writesForOther = `${OTHER} CALLER SUB ISZERO 96 JUMPI`;
    const main = `7 1 SSTORE 0 0 0 0 0 ${OTHER} GAS CALL POP 1 SLOAD ${RETURN_TOP}`;
    const head = assembled(`${writesForOther} ${main}`);
    const subject = Buffer.alloc(128);
    head.copy(subject);
    assembled('JUMPDEST 9 1 SSTORE STOP').copy(subject, 96);
    expect(head.length).toBeLessThan(96);
    const end = async (ending: string) => {
      const other = `0 0 0 0 0 ${SUBJECT} GAS CALL ${ending}`;
      return numberOf(await viewOf(stateOf({ 17: { code: subject }, 34: other })));
    };
    expect(await end('STOP')).toBe(9n);
    expect(await end('0 0 REVERT')).toBe(7n);
  });

  it('is transient storage for one run', async () => {
    const state = stateOf({ 17: `1 TLOAD 5 1 TSTORE 1 TLOAD ADD ${RETURN_TOP}` });
    expect(numberOf(await viewOf(state))).toBe(5n);
    expect(numberOf(await viewOf(state))).toBe(5n);
  });

  it('leaves a created contract without the slots that its address had', async () => {
    // Creates a contract whose creation code returns slot 1 as its code; reads the size of that.
    const creation = assembled(`1 SLOAD 0 MSTORE 1 SLOAD 0 RETURN`).toString('hex');
    const store = `0x${creation.padEnd(64, '0')} 0 MSTORE`;
    const source: StateSource = {
      ...sourceOf(stateOf({ 17: `${store} ${creation.length / 2} 0 0 CREATE EXTCODESIZE ${RETURN_TOP}` })),
      slot: () => 32n,
    };
    const result = await viewOf(source);
    expect([result.outcome, numberOf(result)]).toEqual(['returned', 0n]);
    expect(result.reads).toEqual([]);
    expect(result.calls).toMatchObject([{ type: 'create', from: SUBJECT }]);
    expect(result.looked).toContainEqual({ address: SUBJECT, field: 'nonce' });
  });
});

describe('the engine', () => {
  it('runs calls one after another', async () => {
    const states = Array.from({ length: 20 }, (_, at) => ({
      ...sourceOf(stateOf({ 17: `1 SLOAD 0 0 0 0 ${OTHER} GAS STATICCALL POP ${RETURN_TOP}` })),
      slot: () => BigInt(at),
    }));
    const results = await Promise.all(
      states.map((state) => executor.referenceView(SUBJECT, NO_DATA, OSAKA_BLOCK, state)),
    );
    expect(results.map(numberOf)).toEqual(states.map((_, at) => BigInt(at)));
  });

  it('runs the next call after an undecided one as if there had been none', async () => {
    const call = `0 0 0 0 ${OTHER} GAS STATICCALL ${RETURN_TOP}`;
    const missing: StateSource = { ...sourceOf(stateOf({ 17: call, 34: '1 SLOAD' })), slot: () => 'unknown' };
    const whole = stateOf({ 17: call, 34: '1 SLOAD' });
    const before = described(await viewOf(whole));
    expect((await viewOf(missing)).outcome).toBe('undecided');
    expect(described(await viewOf(whole))).toBe(before);
  });

  it.each([
    ['Homestead', HOMESTEAD_BLOCK],
    ['Amsterdam', AMSTERDAM_BLOCK],
  ])('is the reference alone by the rules of %s', async (_, block) => {
    const state = stateOf({ 17: `1 SLOAD ${RETURN_TOP}` });
    expect(executor.fastView(SUBJECT, NO_DATA, block, state)).toBeUndefined();
    expect((await viewOf(state, block)).outcome).toBe('returned');
  });
});

function sourceOf(state: StateSource): StateSource {
  return {
    account: (address) => state.account(address),
    code: (address) => state.code(address),
    slot: (address, slot) => state.slot(address, slot),
  };
}
