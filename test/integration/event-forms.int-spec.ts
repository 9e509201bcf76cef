import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Log } from '../../src/domain/chain/record/block.js';
import { batch, eventLog, TRANSFER, TRANSFER_BATCH, TRANSFER_SINGLE } from '../builder/token-log.js';
import { account, addressNamed, claimsOfChain } from '../fixture/evaluated-chain.js';
import { claimText } from '../fixture/proven-claims.js';

const OWNER_MOVED = 'OwnershipTransferred(address,address)';
const GRANTED = 'RoleGranted(bytes32,address,address)';
const REVOKED = 'RoleRevoked(bytes32,address,address)';
const [NOBODY, ALICE, BOB] = [Buffer.alloc(20), addressNamed('alice'), addressNamed('bob')];

type Data = Parameters<typeof eventLog>[3];
type Emit = (signature: string, indexed: NonNullable<Data>, data?: Data) => Log;

/** Code that compares the selector of a call with this one. */
const answering = (selector: string): string => `0x5f3560e01c63${selector}14600d575f5ffd5b00`;

interface Emitter {
  readonly code?: string;
  /** The logs of one block each. */
  readonly logs: (emit: Emit) => readonly Log[];
  /** Claims besides those of every contract. */
  readonly proven: readonly string[];
}

const erc20 = (emit: Emit): Log => emit(TRANSFER, [ALICE, BOB], [1]);
const item = (emit: Emit): Log => emit(TRANSFER, [], [ALICE, BOB, 7]);
const single = (emit: Emit): Log => emit(TRANSFER_SINGLE, [ALICE, ALICE, BOB], [7, 1]);
const OWNS_ITEMS = answering('6352211e');

const EMITTERS: Readonly<Record<string, Emitter>> = {
  'Paused(address indexed)': {
    logs: (emit) => [emit('Paused(address)', [ALICE])],
    proven: ['token:pausable', 'token:paused'],
  },
  'Paused(address indexed), then Unpaused(address indexed)': {
    logs: (emit) => [emit('Paused(address)', [ALICE]), emit('Unpaused(address)', [ALICE])],
    proven: ['token:pausable'],
  },
  'Paused(address indexed), then Unpaused(address)': {
    logs: (emit) => [emit('Paused(address)', [ALICE]), emit('Unpaused(address)', [], [ALICE])],
    proven: ['token:pausable'],
  },
  'Paused of an indexed word that is no address': {
    logs: (emit) => [emit('Paused(address)', [2n ** 255n])],
    proven: [],
  },
  // Role holders and owners are read from the state, so these events alone prove nothing.
  'OwnershipTransferred that indexes nothing': {
    logs: (emit) => [emit(OWNER_MOVED, [], [NOBODY, ALICE]), emit(OWNER_MOVED, [], [ALICE, BOB])],
    proven: [],
  },
  'RoleGranted that indexes nothing': {
    logs: (emit) => [emit(GRANTED, [], [5, ALICE, BOB])],
    proven: ['control:access_control'],
  },
  'RoleGranted with indexes, RoleRevoked without': {
    logs: (emit) => [emit(GRANTED, [5, ALICE, BOB]), emit(REVOKED, [], [5, ALICE, BOB])],
    proven: ['control:access_control'],
  },
  'a mint of a collection that indexes nothing': {
    code: OWNS_ITEMS,
    logs: (emit) => [item(emit), emit(TRANSFER, [], [NOBODY, ALICE, 8])],
    proven: ['asset:erc721', 'token:mintable_observed'],
  },
  'a burn of a collection that indexes nothing': {
    code: OWNS_ITEMS,
    logs: (emit) => [item(emit), emit(TRANSFER, [], [ALICE, NOBODY, 8])],
    proven: ['asset:erc721', 'token:burnable_observed'],
  },
  'a mint of one id': {
    logs: (emit) => [emit(TRANSFER_SINGLE, [ALICE, NOBODY, BOB], [7, 1])],
    proven: ['asset:erc1155', 'token:mintable_observed'],
  },
  'a mint of nothing of an id': {
    logs: (emit) => [emit(TRANSFER_SINGLE, [ALICE, NOBODY, BOB], [7, 0])],
    proven: ['asset:erc1155'],
  },
  'a burn of one id': {
    logs: (emit) => [emit(TRANSFER_SINGLE, [ALICE, ALICE, NOBODY], [7, 1])],
    proven: ['asset:erc1155', 'token:burnable_observed'],
  },
  'a mint of several ids, of one of them nothing': {
    logs: (emit) => [emit(TRANSFER_BATCH, [ALICE, NOBODY, BOB], batch([7, 8], [0, 2]))],
    proven: ['asset:erc1155', 'token:mintable_observed'],
  },
  'a mint of nothing of several ids': {
    logs: (emit) => [emit(TRANSFER_BATCH, [ALICE, NOBODY, BOB], batch([7, 8], [0, 0]))],
    proven: ['asset:erc1155'],
  },
  'a mint of no id': {
    logs: (emit) => [emit(TRANSFER_BATCH, [ALICE, NOBODY, BOB], batch([], []))],
    proven: ['asset:erc1155'],
  },
  'a burn of several ids': {
    logs: (emit) => [emit(TRANSFER_BATCH, [ALICE, ALICE, NOBODY], batch([7, 8], [2, 2]))],
    proven: ['asset:erc1155', 'token:burnable_observed'],
  },
  'a transfer from nobody to nobody': {
    logs: (emit) => [single(emit), emit(TRANSFER_SINGLE, [ALICE, NOBODY, NOBODY], [7, 1])],
    proven: ['asset:erc1155'],
  },
  'Blacklisted(address)': {
    logs: (emit) => [erc20(emit), emit('Blacklisted(address)', [], [BOB])],
    proven: ['asset:erc20', 'token:blacklistable'],
  },
  'AddedBlackList(address indexed)': {
    logs: (emit) => [erc20(emit), emit('AddedBlackList(address)', [BOB])],
    proven: ['asset:erc20', 'token:blacklistable'],
  },
  'AddressFrozen(address)': {
    logs: (emit) => [erc20(emit), emit('AddressFrozen(address)', [], [BOB])],
    proven: ['asset:erc20', 'token:blacklistable'],
  },
};

/** Claims of any contract, and those that follow from them. */
const OF_ANY = /^(address_nature:contract|derived:|relation:(created_by|creation_origin))/;

describe('events with indexed and unindexed parameters', () => {
  let claims: Awaited<ReturnType<typeof claimsOfChain>>;

  beforeAll(async () => {
    const emitted = Object.entries(EMITTERS).map(([name, { logs }]) => {
      const address = addressNamed(name);
      return logs((signature, indexed, data) => eventLog(address, signature, indexed, data));
    });
    const blocks = Math.max(...emitted.map(({ length }) => length));
    claims = await claimsOfChain(
      [...Object.entries(EMITTERS).map(([name, { code }]) => account(addressNamed(name), code))],
      Array.from({ length: blocks }, (_, at) =>
        emitted.map((logs) => ({ from: ALICE, to: BOB, logs: logs.slice(at, at + 1) })),
      ),
    );
  });

  it.each(Object.entries(EMITTERS))('prove as expected: %s', (name, { proven }) => {
    const own = claims.get(`0x${addressNamed(name).toString('hex')}`) ?? [];
    expect(own.map(claimText).filter((text) => !OF_ANY.test(text))).toEqual(proven);
  });
});
