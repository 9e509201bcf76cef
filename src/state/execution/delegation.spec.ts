import { describe, expect, it } from '@jest/globals';
import { assembled } from '../../../test/builder/assembled.js';
import { addressOfByte, newExecutor, OSAKA_BLOCK, stateOf } from '../../../test/builder/view-call.js';
import { delegationFact } from '../../domain/chain/codec/delegation-fact.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import { decodeDelegation } from '../../domain/chain/codec/observed-delegation.js';
import { delegation, delegationAtOnce } from './delegation.js';
import type { Asked } from './observation.js';
import type { MemoryAccount } from './run/memory-state.js';
import type { StateSource } from './run/state-source.js';
import type { ViewResult } from './run/view-result.js';

const PROXY = addressOfByte(0x11);
const TARGET = addressOfByte(0x22);
const BEACON = addressOfByte(0x33);
const executor = newExecutor();

const COPY_INPUT = 'CALLDATASIZE 0 0 CALLDATACOPY';
const FORWARD = (target: string) => `${COPY_INPUT} 0 0 CALLDATASIZE 0 ${target} GAS DELEGATECALL`;
/** EIP-1967. */
const SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';

const delegationOf = async (
  proxy: string | MemoryAccount,
  source?: Partial<StateSource>,
  selector?: Uint8Array,
) => {
  const slots = new Map([[BigInt(SLOT), BigInt(TARGET)]]);
  const account = typeof proxy === 'string' ? { code: assembled(proxy), slots } : proxy;
  const beacon = `${TARGET} 0 MSTORE 32 0 RETURN`;
  const asks = 'CALLER @ok JUMPI 0 0 REVERT ok: STOP';
  const state = stateOf({
    17: account,
    34: '0 0 REVERT',
    51: beacon,
    68: asks,
    85: DIAMOND,
    102: SERVES_SOME,
    119: READER,
    136: '0 BALANCE STOP',
    153: `0x${'b1'.repeat(20)} BALANCE STOP`,
  });
  const whole: StateSource = {
    account: (address) => state.account(address),
    code: (address) => state.code(address),
    slot: (address, slot) => state.slot(address, slot),
    ...source,
  };
  const view = ({ data, source: on, stopsAt }: Asked) =>
    executor.referenceView(PROXY, data, OSAKA_BLOCK, on, { stopsAt });
  const fastView = ({ data, source: on, stopsAt }: Asked) =>
    executor.fastView(PROXY, data, OSAKA_BLOCK, on, { stopsAt });
  const result = await delegation(PROXY, whole, view, selector);
  const atOnce = delegationAtOnce(PROXY, whole, fastView, selector);
  expect(atOnce).toEqual(result);
  const observed = decodeDelegation(toHex(Buffer.from(result.output)));
  return { ...result, ...(observed && delegationFact(observed)) } as ViewResult &
    Partial<Record<string, string>>;
};

/** An address that differs in its last bit. */
const other = (address: string) => `0x${(BigInt(address) ^ 1n).toString(16).padStart(40, '0')}`;
/** Calls an account with gas for accesses to what is warm. */
const PROBE = (byte: number) => `0 0 0 0 ${addressOfByte(byte)} 1000 STATICCALL`;
const SERVES_SOME = `CALLER @go JUMPI STOP go: ${FORWARD(`${SLOT} SLOAD`)}`;
/** Passes every call on to what the slot of its caller's context names. */
const READER = FORWARD(`${SLOT} SLOAD`);
const READER_AT = `0x${'77'.repeat(20)}`;
const SELECTOR = Buffer.from('1f931c1c', 'hex');
const IF_NAMED = (go: string, otherwise = '0 0 REVERT') =>
  `0 CALLDATALOAD 224 SHR 0x1f931c1c EQ @go JUMPI ${otherwise} go: ${go}`;
const DIAMOND = IF_NAMED(FORWARD(`${SLOT} SLOAD`));
const namedOf = (code: string | MemoryAccount, source?: Partial<StateSource>) =>
  delegationOf(code, source, SELECTOR);

const BEACON_TARGET = `32 0 0 0 ${BEACON} GAS STATICCALL POP 0 MLOAD`;
const BEACON_PROXY = `${BEACON_TARGET} ${FORWARD('DUP5')}`;

it('what it was read from is observed too', async () => {
  const [bySlot, byBeacon] = [await delegationOf(FORWARD(`${SLOT} SLOAD`)), await delegationOf(BEACON_PROXY)];
  expect([bySlot.slot, bySlot.beacon]).toEqual([SLOT, undefined]);
  expect([byBeacon.slot, byBeacon.beacon]).toEqual([undefined, BEACON]);
});

it('what is read or called after the input was passed on says nothing of where to', async () => {
  // The target, in the context of the proxy, reads a slot that names the target itself.
  const { target, slot, beacon } = await delegationOf(
    `${FORWARD(TARGET)} 0 0 0 0 ${BEACON} GAS STATICCALL STOP`,
    {
      code: (address) =>
        assembled(
          address === PROXY
            ? `${FORWARD(TARGET)} 0 0 0 0 ${BEACON} GAS STATICCALL STOP`
            : `${SLOT} SLOAD STOP`,
        ),
    },
  );
  expect([target, slot, beacon]).toEqual([TARGET, undefined, undefined]);
});

it('is good beyond its block where a proxy keeps some gas back', async () => {
  const forward = `${COPY_INPUT} 0 0 CALLDATASIZE 0 ${TARGET}`;
  const keepsGas = await delegationOf(`${forward} 10000 GAS SUB DELEGATECALL`);
  expect([keepsGas.target, keepsGas.volatile]).toEqual([TARGET, []]);
  const byTime = await delegationOf(`${forward} GAS DELEGATECALL TIMESTAMP STOP`);
  expect([byTime.target, byTime.volatile]).toEqual([TARGET, ['TIMESTAMP']]);
});

it.each([
  ['a minimal proxy', FORWARD(TARGET)],
  // As clones do that carry immutable arguments behind their code.
  ['a clone that appends arguments', `${COPY_INPUT} 0 0 2 CALLDATASIZE ADD 0 ${TARGET} GAS DELEGATECALL`],
  ['a proxy by slot', FORWARD(`${SLOT} SLOAD`)],
  // The target is on the stack, below what the call needs besides, before the input is copied over it.
  ['a beacon proxy', BEACON_PROXY],
])('the target of %s is observed', async (_, code) => {
  expect((await delegationOf(code)).target).toBe(TARGET);
});

it.each([
  ['code that does not delegate', 'STOP'],
  ['an account without code', { code: Buffer.alloc(0) }],
  ['a library call with input of its own', `0 0 4 0 ${TARGET} GAS DELEGATECALL`],
  ['a part of the input', `${COPY_INPUT} 0 0 3 0 ${TARGET} GAS DELEGATECALL`],
  ['a call that keeps its context', `${COPY_INPUT} 0 0 CALLDATASIZE 0 0 ${TARGET} GAS CALL`],
  ['an unset pointer', FORWARD('5 SLOAD')],
  ['a target that depends on the input', `${COPY_INPUT} 0 0 CALLDATASIZE 0 0 CALLDATALOAD GAS DELEGATECALL`],
] as const)('there is none for %s', async (_, proxy) => {
  const { outcome, target } = await delegationOf(proxy);
  expect([outcome, target]).toEqual(['returned', undefined]);
});

it.each([
  ['passes calls on to two accounts', `${FORWARD(TARGET)} POP ${FORWARD(BEACON)}`],
  ['passes short calls on alone', `5 CALLDATASIZE LT @go JUMPI STOP go: ${FORWARD(TARGET)}`],
  [
    'passes calls on by their length',
    `${BEACON} ${TARGET} 5 CALLDATASIZE LT @swap JUMPI ${FORWARD('DUP5')} STOP swap: SWAP1 ${FORWARD('DUP5')}`,
  ],
  ['passes calls on to what serves some', FORWARD(`0x${'66'.repeat(20)}`)],
  ['refuses the zero address', `CALLER @go JUMPI 0 0 REVERT go: ${FORWARD(TARGET)}`],
  ['passes on what one account sends', `CALLER ${SLOT} SLOAD EQ @go JUMPI STOP go: ${FORWARD(TARGET)}`],
  ['passes on what one account signed', `ORIGIN @go JUMPI STOP go: ${FORWARD(TARGET)}`],
  ['passes on what is paid for', `GASPRICE @go JUMPI STOP go: ${FORWARD(TARGET)}`],
  ['passes on what comes from cold accounts', `${PROBE(0x88)} ISZERO @go JUMPI STOP go: ${FORWARD(TARGET)}`],
  ['passes on what a builder put into its block', `${PROBE(0x99)} @go JUMPI STOP go: ${FORWARD(TARGET)}`],
  ['passes on what has much gas', `GAS 20000000 LT @go JUMPI STOP go: ${FORWARD(TARGET)}`],
  [
    'asks a library who calls',
    `0 0 4 0 0x${'44'.repeat(20)} GAS DELEGATECALL @go JUMPI STOP go: ${FORWARD(TARGET)}`,
  ],
])('is undecided of code that %s', async (_, code) => {
  const { outcome, target, reason } = await delegationOf(code);
  expect([outcome, target, reason]).toEqual(['undecided', undefined, { kind: 'caller' }]);
});

it.each([
  [
    'treats one account otherwise',
    `CALLER ${SLOT} SLOAD EQ @no JUMPI ${FORWARD(TARGET)} STOP no: 0 0 REVERT`,
    TARGET,
  ],
  ['passes everything on to nothing', `CALLER POP ${FORWARD('5 SLOAD')}`, undefined],
  [
    'calls what asks for its caller',
    `0 0 0 0 0 0x${'44'.repeat(20)} GAS CALL POP 0 0 4 0 ${TARGET} GAS DELEGATECALL`,
    undefined,
  ],
] as const)('is decided of code that %s', async (_, code, expected) => {
  const { outcome, target } = await delegationOf(code);
  expect([outcome, target]).toEqual(['returned', expected]);
});

it('is followed from account to account', async () => {
  const way = await delegationOf(FORWARD(READER_AT));
  expect(way).toMatchObject({
    ...{ outcome: 'returned', target: READER_AT, last: TARGET, slot: SLOT },
    eip1967_implementation: TARGET,
  });
  expect(way.beacon).toBeUndefined();
  const bySlots = await delegationOf({
    code: assembled(FORWARD('5 SLOAD')),
    slots: new Map([
      [5n, BigInt(READER_AT)],
      [BigInt(SLOT), BigInt(TARGET)],
    ]),
  });
  expect(bySlots).toMatchObject({ slot: `0x${'0'.repeat(63)}5`, eip1967_implementation: TARGET });
  // That the code may serve others is of no matter where a slot names it.
  const served = await delegationOf({
    code: assembled(FORWARD('5 SLOAD')),
    slots: new Map([[5n, BigInt(`0x${'66'.repeat(20)}`)]]),
  });
  expect([served.outcome, served.last]).toEqual(['returned', undefined]);
});

it('comes from neither code nor a slot where a call or a mask makes it', async () => {
  expect(await delegationOf(BEACON_PROXY)).toMatchObject({
    derived: TARGET,
    beacon: BEACON,
    answered: TARGET,
  });
  const masked = { code: assembled(FORWARD('5 SLOAD 1 XOR')), slots: new Map([[5n, BigInt(TARGET) ^ 1n]]) };
  expect(await delegationOf(masked)).toMatchObject({ target: TARGET, derived: TARGET });
  const fixed = await delegationOf(`5 SLOAD POP ${BEACON_TARGET} ${FORWARD(TARGET)}`);
  expect([fixed.target, fixed.beacon, fixed.derived]).toEqual([TARGET, undefined, undefined]);
});

const MASK = `0x${'3c'.repeat(20)}`;
const FIVE = `0x${'0'.repeat(63)}5`;

describe('what names the target and does not decide it', () => {
  const twoSlots = (code: string): MemoryAccount => ({
    code: assembled(code),
    slots: new Map([
      [BigInt(SLOT), BigInt(TARGET)],
      [5n, BigInt(TARGET)],
    ]),
  });

  it.each([
    ['is read, and the target is in the code', `${SLOT} SLOAD POP ${FORWARD(TARGET)}`, undefined],
    ['is read, and another slot obeyed', `${SLOT} SLOAD POP ${FORWARD('5 SLOAD')}`, FIVE],
  ])('counts for nothing: a slot that %s', async (_, code, slot) => {
    const observed = await delegationOf(twoSlots(code));
    expect([observed.target, observed.slot, observed.eip1967_implementation]).toEqual([
      TARGET,
      slot,
      undefined,
    ]);
  });

  it('counts where the code names the target as well', async () => {
    const known = `${TARGET} POP ${FORWARD(`${SLOT} SLOAD`)}`;
    expect(await delegationOf(known)).toMatchObject({ target: TARGET, eip1967_implementation: TARGET });
    const asked = await delegationOf(`${TARGET} POP ${BEACON_PROXY}`);
    expect([asked.target, asked.beacon, asked.derived]).toEqual([TARGET, BEACON, undefined]);
  });

  it.each([
    ['is asked before a slot is obeyed', `${BEACON_TARGET} POP ${FORWARD(`${SLOT} SLOAD`)}`],
    // Each word alone is in the code.
    [
      'is asked before the target is put together',
      `${BEACON_TARGET} POP ${FORWARD(`1 ${other(TARGET)} XOR`)}`,
    ],
  ])('counts for nothing: a beacon that %s', async (_, code) => {
    const observed = await delegationOf(code);
    expect([observed.target, observed.beacon]).toEqual([TARGET, undefined]);
  });

  it('counts for nothing: code in its own name that names the target', async () => {
    const library = `${TARGET} 0 MSTORE 32 0 RETURN`;
    const at = addressOfByte(0x99);
    const code = `${BEACON_TARGET} POP 32 0 4 32 ${at} GAS DELEGATECALL POP 0 MLOAD ${FORWARD('DUP5')}`;
    const codes = new Map([
      [PROXY, assembled(code)],
      [at, assembled(library)],
      [BEACON, assembled(library)],
      [TARGET, assembled('STOP')],
    ]);
    const observed = await delegationOf(code, { code: (one) => codes.get(one) ?? Buffer.alloc(0) });
    expect([observed.target, observed.beacon]).toEqual([TARGET, undefined]);
  });

  it.each([
    ['a slot has to name it too', `${SLOT} SLOAD ${TARGET} EQ @go JUMPI STOP go: ${FORWARD(TARGET)}`],
    ['a beacon has to answer it too', `${BEACON_TARGET} ${TARGET} EQ @go JUMPI STOP go: ${FORWARD(TARGET)}`],
    ['a mask makes it, and code names it', `${TARGET} POP ${FORWARD(`7 SLOAD ${MASK} XOR`)}`],
    [
      'its table has to know it, and code names it',
      `${TARGET} POP ${SLOT} SLOAD SLOAD @go JUMPI STOP go: ${FORWARD(`${SLOT} SLOAD`)}`,
    ],
  ])('is undecided where %s', async (_, code) => {
    const slots = new Map([
      [BigInt(SLOT), BigInt(TARGET)],
      [BigInt(TARGET), 1n],
      [7n, BigInt(TARGET) ^ BigInt(MASK)],
    ]);
    const { outcome, reason } = await delegationOf({ code: assembled(code), slots });
    expect([outcome, reason]).toEqual(['undecided', { kind: 'target' }]);
  });

  it('is the code, also where the address begins with zeros', async () => {
    const short = `0x000000${'77'.repeat(17)}`;
    const code = `${SLOT} SLOAD POP ${FORWARD(`0x${'77'.repeat(17)}`)}`;
    const codes = new Map([
      [PROXY, assembled(code)],
      [short, assembled('STOP')],
    ]);
    const observed = await delegationOf(code, {
      code: (one) => codes.get(one) ?? Buffer.alloc(0),
      slot: () => BigInt(short),
    });
    expect([observed.outcome, observed.target, observed.slot]).toEqual(['returned', short, undefined]);
  });

  it('is told by both calls', async () => {
    const byInput = `5 CALLDATASIZE LT @long JUMPI ${FORWARD(`${SLOT} SLOAD`)} STOP long: ${SLOT} SLOAD POP ${FORWARD(TARGET)}`;
    expect((await delegationOf(byInput)).reason).toEqual({ kind: 'target' });
  });

  it('says that state is missing as it is asked for, and notes what it reads as it is', async () => {
    // Behind the substitute, another slot is read: by the code of the target that the substitute has.
    const guarded = `${SLOT} SLOAD DUP1 ${TARGET} EQ @go JUMPI 7 SLOAD POP go: POP ${FORWARD(`${SLOT} SLOAD`)}`;
    const known = await delegationOf(guarded);
    expect([known.target, known.slot]).toEqual([TARGET, SLOT]);
    expect(known.reads.map(({ slot, value }) => [slot, value])).toEqual([
      [BigInt(SLOT), BigInt(TARGET)],
      [7n, 0n],
    ]);
    const missing = await delegationOf(guarded, {
      slot: (_, slot) => (slot === 7n ? 'unknown' : BigInt(TARGET)),
    });
    expect([missing.outcome, missing.reason]).toEqual([
      'undecided',
      { kind: 'missing', what: 'slot', address: PROXY, slot: 7n },
    ]);
  });

  it('asks for state of the target, never of the substitute', async () => {
    const asks = `32 0 0 0 ${SLOT} SLOAD GAS STATICCALL POP ${FORWARD(`${SLOT} SLOAD`)}`;
    const asked = new Set<string>();
    const codes = new Map([
      [PROXY, assembled(asks)],
      [TARGET, assembled('ADDRESS BALANCE 9 SLOAD 0 MSTORE 32 0 RETURN')],
    ]);
    const observed = await delegationOf(asks, {
      code: (one) => codes.get(one) ?? Buffer.alloc(0),
      slot: (at, slot) => {
        asked.add(at);
        return at === PROXY && slot === BigInt(SLOT) ? BigInt(TARGET) : 0n;
      },
      account: (at) => {
        asked.add(at);
        return undefined;
      },
    });
    expect([observed.target, observed.slot]).toEqual([TARGET, SLOT]);
    expect(asked).toContain(TARGET);
    for (const address of observed.looked.map((look) => look.address)) asked.add(address);
    expect(asked).not.toContain(`0x${'dd'.repeat(20)}`);
  });
});

it('names an account that delegates by EIP-7702, unless its delegate delegates too', async () => {
  const account = `0x${'88'.repeat(20)}`;
  const designator = (to: string) => Buffer.from(`ef0100${to.slice(2)}`, 'hex');
  const behind = (delegate: Buffer) => {
    const codes = new Map<string, Buffer>([
      [PROXY, assembled(FORWARD(account))],
      [account, designator(READER_AT)],
      [READER_AT, delegate],
    ]);
    return delegationOf(FORWARD(account), { code: (one) => codes.get(one) ?? Buffer.alloc(0) });
  };
  expect(await behind(assembled('STOP'))).toMatchObject({ target: account, account });
  const twice = await behind(designator(TARGET));
  expect([twice.outcome, twice.target]).toEqual(['returned', undefined]);
});

it('is undecided where state is missing', async () => {
  const { target, reason } = await delegationOf(FORWARD(`${SLOT} SLOAD`), { slot: () => 'unknown' });
  expect([target, reason]).toEqual([
    undefined,
    { kind: 'missing', what: 'slot', address: PROXY, slot: BigInt(SLOT) },
  ]);
  expect(await delegationOf('STOP', { code: () => 'unknown' })).toMatchObject({
    outcome: 'undecided',
    reason: { kind: 'missing', what: 'code', address: PROXY },
  });
});

it('calls no selector that the code contains', async () => {
  const used = new Set<string>();
  const watched: StateSource['code'] = () => assembled(`${FORWARD(TARGET)}`);
  for (const data of await inputsOf(watched)) used.add(data.slice(0, 8));
  expect(used.size).toBeGreaterThan(0);
  const containing = Buffer.concat([assembled(FORWARD(TARGET)), Buffer.from([...used].join(''), 'hex')]);
  for (const data of await inputsOf(() => containing)) expect(used).not.toContain(data.slice(0, 8));
});

/** The call data of both calls, in hex. */
async function inputsOf(code: StateSource['code']): Promise<string[]> {
  const inputs: string[] = [];
  const source: StateSource = { account: () => undefined, code, slot: () => 0n };
  await delegation(PROXY, source, ({ data }) => {
    inputs.push(Buffer.from(data).toString('hex'));
    return executor.view(PROXY, data, OSAKA_BLOCK, source);
  });
  return inputs;
}

describe('of calls with a selector', () => {
  it.each([
    ['by a slot', DIAMOND, SLOT],
    // As diamonds have it that keep the place of the selector in the low bytes.
    ['by a packed slot', IF_NAMED(FORWARD('5 SLOAD 96 SHR')), FIVE],
    ['by its code', IF_NAMED(FORWARD(TARGET)), undefined],
    ['by its code, and reads a slot', IF_NAMED(`${SLOT} SLOAD POP ${FORWARD(TARGET)}`), undefined],
    ['by the second slot that it reads', IF_NAMED(`${SLOT} SLOAD POP ${FORWARD('5 SLOAD 96 SHR')}`), FIVE],
    ['whatever comes of the call', IF_NAMED(`${FORWARD(TARGET)} TIMESTAMP STOP`), undefined],
    ['and passes other calls on elsewhere', IF_NAMED(FORWARD(TARGET), `${FORWARD(BEACON)} STOP`), undefined],
    ['in what it passes every call on to', FORWARD(`0x${'55'.repeat(20)}`), SLOT],
    ['though it asks who calls', `CALLER POP ${DIAMOND}`, SLOT],
  ])('the facet of a contract that delegates %s is observed', async (_, code, slot) => {
    const slots = new Map([
      [BigInt(SLOT), BigInt(TARGET)],
      [5n, BigInt(`${TARGET}${'7'.repeat(24)}`)],
    ]);
    const observed = await namedOf({ code: assembled(code), slots });
    expect([observed.outcome, observed.target, observed.slot, observed.volatile]).toEqual([
      'returned',
      TARGET,
      slot,
      [],
    ]);
  });

  it('what the facet reads and does makes no difference', async () => {
    const { codes, reads } = await namedOf(DIAMOND);
    expect(reads).toEqual([{ address: PROXY, slot: BigInt(SLOT), value: BigInt(TARGET) }]);
    expect(codes).toContain(PROXY);
  });

  it.each([
    ['does not delegate', 'STOP'],
    ['delegates every call', FORWARD(TARGET)],
    ['delegates calls without arguments alone', `CALLDATASIZE 4 EQ @four JUMPI STOP four: ${DIAMOND}`],
    ['delegates calls with arguments alone', `CALLDATASIZE 4 LT @more JUMPI STOP more: ${DIAMOND}`],
    ['delegates each elsewhere', IF_NAMED(FORWARD('CALLDATASIZE'))],
    ['delegates all but its functions', IF_NAMED('STOP', FORWARD(TARGET))],
    ['passes on input of its own', IF_NAMED(`0 0 4 0 ${TARGET} GAS DELEGATECALL`)],
    ['keeps its context', IF_NAMED(`${COPY_INPUT} 0 0 CALLDATASIZE 0 0 ${TARGET} GAS CALL`)],
    ['has a diamond called', `${COPY_INPUT} 0 0 CALLDATASIZE 0 0x${'55'.repeat(20)} GAS STATICCALL`],
  ])('there is none of a contract that %s', async (_, code) => {
    const { outcome, target } = await namedOf(code);
    expect([outcome, target]).toEqual(['returned', undefined]);
  });

  it('is undecided where the function is for some alone, or state is missing', async () => {
    const guarded = await namedOf(IF_NAMED(`CALLER @ok JUMPI STOP ok: ${FORWARD(TARGET)}`));
    expect(guarded).toMatchObject({ outcome: 'undecided', reason: { kind: 'caller' } });
    const free = await namedOf(IF_NAMED(`GASPRICE @ok JUMPI STOP ok: ${FORWARD(TARGET)}`));
    expect(free).toMatchObject({ outcome: 'undecided', reason: { kind: 'caller' } });
    const lacking = await namedOf(DIAMOND, { slot: () => 'unknown' });
    expect(lacking).toMatchObject({ outcome: 'undecided', reason: { kind: 'missing', what: 'slot' } });
  });

  it('costs gas by steps up to where it is stopped', async () => {
    const spin = (rounds: number) => `${rounds} again: 1 SWAP1 SUB DUP1 @again JUMPI ${FORWARD(TARGET)}`;
    const [short, long] = [await namedOf(IF_NAMED(spin(1))), await namedOf(IF_NAMED(spin(5_000)))];
    expect(long.target).toBe(TARGET);
    expect(long.gasUsed).toBeGreaterThan(short.gasUsed + 2 * 5_000 * 6 * 10 * 0.9);
  });
});
