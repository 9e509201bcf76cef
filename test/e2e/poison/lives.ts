import { signers } from '../../simulation/key-ring.js';
import type { ScriptedTransaction } from '../../simulation/scripted-transaction.js';
import { authorize } from '../../simulation/signed-transaction.js';
import { addressNamed, inner, type PoisonedBlocks } from './play.js';

const FACTORY = addressNamed('factory');
/** A contract that is created and destroyed again and again. */
export const PHOENIX = addressNamed('phoenix');
const HEIR = addressNamed('heir');

/** The factory creates the phoenix with this code, which may be destroyed in the same transaction. */
const rising = (code: string, endsAtOnce: boolean): ScriptedTransaction => ({
  to: FACTORY,
  play: (root, state) => {
    const creation = inner('CREATE2', FACTORY, PHOENIX, { value: 0n, input: '0x6000', output: code });
    root.events.push({ call: creation });
    if (endsAtOnce) {
      const end = inner('SELFDESTRUCT', PHOENIX, HEIR);
      root.events.push({ call: inner('CALL', FACTORY, PHOENIX, { events: [{ call: end }] }) });
      return;
    }
    state.setNonce(PHOENIX, 1);
    state.setCode(PHOENIX, code);
  },
});

const ending: ScriptedTransaction = {
  to: PHOENIX,
  play: (root, state) => {
    root.events.push({ call: inner('SELFDESTRUCT', PHOENIX, HEIR) });
    state.remove(PHOENIX);
  },
};

const KEYS = signers(8);
const [, own, one, two, other, twice] = KEYS.map(({ address }) => address) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const NOBODY = `0x${'0'.repeat(40)}`;

/** Sends the authorizations of these keys, each with its delegate. */
const delegating = (
  ...pairs: readonly (readonly [key: number, delegate: string])[]
): ScriptedTransaction => ({
  to: addressNamed('receiver'),
  authorize: (nonceOf) => {
    const given = new Map<number, number>();
    return pairs.map(([key, delegate]) => {
      const signer = KEYS[key]!;
      const times = given.get(key) ?? 0;
      given.set(key, times + 1);
      return authorize(signer, 1, delegate, nonceOf(signer.address) + times);
    });
  },
});

/** Lives before Cancun, when a later transaction could still destroy a contract. */
export const OLD_LIVES: PoisonedBlocks = {
  'destruction and redeployment in one block': [
    rising('0x6001', true),
    rising('0x6002', false),
    ending,
    rising('0x6003', false),
  ],
  'a transaction later destroyed, then gone at once again': [ending, rising('0x6004', true)],
};

export const LIVES: PoisonedBlocks = {
  'created and gone at once, again and again': [
    rising('0x6001', true),
    rising('0x6002', true),
    rising('0x6003', true),
  ],
  'and once more in a later block': [rising('0x6004', true)],
  'delegations to themselves, in a circle, and to precompiles': [
    delegating([1, own], [0, KEYS[0]!.address]),
    delegating([2, two], [3, one]),
    delegating([4, `0x${'0'.repeat(39)}1`], [5, addressNamed('first')], [5, PHOENIX], [5, twice]),
    { to: own, sender: 2, value: 1n },
  ],
  'delegations taken back': [delegating([2, NOBODY], [4, NOBODY], [4, other])],
};
