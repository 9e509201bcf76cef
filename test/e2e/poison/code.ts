import { createAddress, hexOf, word } from '../../simulation/bytes.js';
import type { ScriptedTransaction } from '../../simulation/scripted-transaction.js';
import { addressNamed, inner, type PoisonedBlocks, padded, slotBefore } from './play.js';

const repeated = (opcodes: string, size: number): string =>
  hexOf(Buffer.alloc(size, Buffer.from(opcodes, 'hex')));
const cloneOf = (target: string): string =>
  `0x363d3d373d3d3d363d73${target.slice(2)}5af43d82803e903d91602b57fd5bf3`;

const LONGEST = 24_576;
const CODES: Readonly<Record<string, string>> = {
  'one byte': '0x00',
  'a push without its bytes': '0x7f',
  'what begins like a delegation': `0xef0100${'11'.repeat(19)}`,
  'a delegation and a byte': `0xef0100${'11'.repeat(21)}`,
  'an object format': '0xef0001010004',
  'nothing but places to jump to': repeated('5b', LONGEST),
  'nothing but invalid': repeated('fe', LONGEST),
  'a jump to itself': '0x5b600056',
  'calls of what is called': repeated('365f5f375f5f365f305af4', LONGEST),
  'comparisons with every selector': repeated('8063deadbeef1461000057', LONGEST),
  'forks at every step': repeated('5b3461000057', LONGEST),
  'jumps to computed places': repeated('5f3556', LONGEST),
  'copies without end': repeated('36365f5f37363660203736', LONGEST),
  'code of before there was a limit': repeated('6001', 60_000),
};

/** A transaction that creates a contract with this code. */
function creating(code: (address: string) => string, sender = 0): ScriptedTransaction {
  return {
    sender,
    input: '0x600a600c600039600a6000f3',
    play: (root, state) => {
      root.output = code(root.to);
      state.setNonce(root.to, 1);
      state.setCode(root.to, root.output);
    },
  };
}

const SLOTS = {
  implementation: slotBefore('eip1967.proxy.implementation'),
  beacon: slotBefore('eip1967.proxy.beacon'),
};

/** Storage writes of the accounts with these names. */
const writing = (slot: string, ...writes: readonly [name: string, value: string][]): ScriptedTransaction => ({
  to: addressNamed('nobody'),
  play: (root, state) => {
    for (const [name, value] of writes) {
      const address = addressNamed(name);
      root.events.push({ call: inner('CALL', root.to, address) });
      state.setSlot(address, slot, value);
    }
  },
});

/** Creates a contract at the address of this name. */
const standing = (name: string, code: string): ScriptedTransaction => ({
  to: addressNamed('nobody'),
  play: (root, state) => {
    const address = addressNamed(name);
    state.setNonce(address, 1);
    state.setCode(address, code);
    root.events.push({
      call: {
        ...root,
        type: 'CREATE2',
        from: root.to,
        to: address,
        value: 0n,
        input: '0x',
        output: code,
        events: [],
      },
    });
  },
});

const named = (name: string): string => padded(addressNamed(name));
const PROXY =
  '0x365f5f375f5f365f7f360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc545af43d5f5f3e3d5ff3';

export const CODE: PoisonedBlocks = {
  ...Object.fromEntries(
    Object.entries(CODES).map(([what, code]) => [`code: ${what}`, [creating(() => code)]]),
  ),
  'clones of themselves and of each other': [
    creating(cloneOf),
    standing('clone one', cloneOf(addressNamed('clone two'))),
    standing('clone two', cloneOf(addressNamed('clone one'))),
    creating((address) => cloneOf(createAddress(address, 1))),
  ],
  'proxies in a circle': [
    ...['first', 'second', 'third'].map((name) => standing(name, PROXY)),
    writing(
      SLOTS.implementation,
      ['first', named('second')],
      ['second', named('third')],
      ['third', named('first')],
    ),
    writing(SLOTS.beacon, ['first', named('first')], ['second', named('first')]),
  ],
  'pointers to themselves, to nothing, and to what is no address': [
    ...['itself', 'garbage'].map((name) => standing(name, PROXY)),
    writing(SLOTS.implementation, ['itself', named('itself')], ['garbage', hexOf(Buffer.alloc(32, 0xff))]),
    writing(SLOTS.implementation, ['garbage', word(0)], ['itself', word(1)]),
    writing(SLOTS.implementation, [
      'garbage',
      hexOf(Buffer.from(addressNamed('x').slice(2).padEnd(64, '0'), 'hex')),
    ]),
    writing(SLOTS.implementation, ['no contract', named('first')]),
  ],
};
