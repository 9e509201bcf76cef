import type { Address, Hex } from '../hex.js';
import type { ObservedDelegation } from './observed-delegation.js';

/** The value of a fact, by field. */
type Fields = Readonly<Record<string, string>>;

/** The slots of standards that name what a proxy delegates to, by the field for the account that was read there. */
export const IMPLEMENTATION_SLOTS = {
  eip1822_proxiable: '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
  eip1967_implementation: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  oz_v1_implementation: '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
} as const satisfies Readonly<Record<string, Hex>>;

/** What a fact may say besides the target. */
export const FIELDS_BESIDE_TARGET = [
  ...['last', 'codes', 'beacon', 'answered', 'slot', 'derived', 'account'],
  ...Object.keys(IMPLEMENTATION_SLOTS),
];

/**
 * What a fact says of a delegation. `codes` joins the contracts whose code runs; it is left out where that is the
 * target alone. All else but `target` and `last` is of the first hop of which there is such a thing.
 */
export function delegationFact(delegation: ObservedDelegation): Fields {
  const [{ target }] = delegation;
  const last = delegation.at(-1)!.target;
  const asking = delegation.filter(({ beacon }) => beacon !== undefined);
  const beacon = asking.find(({ isDerived }) => isDerived) ?? asking[0];
  const slot = delegation.find(({ slots }) => slots.length > 0)?.slots[0];
  const derived = delegation.find(({ isDerived }) => isDerived)?.target;
  const account = delegation.find(({ delegate }) => delegate !== undefined)?.target;
  const codes = joined(delegation.map((hop) => hop.delegate ?? hop.target));
  return {
    target,
    ...(delegation.length > 1 && { last }),
    ...(codes !== target && { codes }),
    ...(beacon && { beacon: beacon.beacon!, answered: beacon.target }),
    ...(slot && { slot }),
    ...(derived && { derived }),
    ...(account && { account }),
    ...readFromStandardSlots(delegation),
  };
}

function readFromStandardSlots(delegation: ObservedDelegation): Fields {
  const read: Record<string, Address> = {};
  for (const [name, slot] of Object.entries(IMPLEMENTATION_SLOTS)) {
    const hop = delegation.find(({ slots }) => slots.includes(slot));
    if (hop) read[name] = hop.target;
  }
  return read;
}

const HEX_OF_ADDRESS = 40;

const joined = (addresses: readonly Address[]): Hex =>
  `0x${addresses.map((address) => address.slice(2)).join('')}`;

/** The contracts whose code runs by a fact, one after the other. */
export function codesOf({ target, codes = target }: Fields): readonly Address[] {
  const found: Address[] = [];
  for (let at = 2; at < (codes?.length ?? 0); at += HEX_OF_ADDRESS)
    found.push(`0x${codes!.slice(at, at + HEX_OF_ADDRESS)}`);
  return found;
}
