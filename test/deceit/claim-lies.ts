import { encodeAbiParameters, type Hex, keccak256 } from 'viem';
import { RpcFailure } from '../fixture/altered-node.js';
import type { Lie } from '../integration/lying-node/lie.js';
import type { NodeAnswers, ReportedAccount, ReportedCall } from '../integration/lying-node/node-answers.js';
import { STATE_LIES } from '../integration/lying-node/state-lies.js';
import { EIP1967, MALLORY, PEOPLE, ROLE, type StageContract, type StateStage } from './state-stage.js';

/** Replaces an answer of the node about state; undefined keeps it, and a returned `RpcFailure` is an error of the node. */
type StateAnswer = (method: string, params: readonly unknown[], result: unknown) => unknown;

/** A lie about a block, and what the same node answers about its state. */
export interface ClaimLie {
  readonly kind: string;
  /** Why nothing contradicts the lie, if so: the claims are true all the same. */
  readonly believed?: string;
  /** Whether only the check of each tracked call in turn detects it. */
  readonly isHidden?: boolean;
  /** Whether a block may offer no place for it. */
  readonly isOptional?: boolean;
  /** Applies the lie to the answers about the block. @returns false if they offer no place for it */
  tell(answers: NodeAnswers, stage: StateStage): boolean;
  readonly state?: (stage: StateStage) => StateAnswer;
}

const word = (value: bigint | Hex): Hex => `0x${BigInt(value).toString(16).padStart(64, '0')}`;
const OWNER = word(0n);
const PENDING = word(1n);
const mapped = (key: Hex, slot: bigint | Hex): Hex =>
  keccak256(encodeAbiParameters([{ type: 'bytes32' }, { type: 'bytes32' }], [word(key), word(slot)]));
const roleOf = (who: Hex): Hex => mapped(who, mapped(ROLE, 0n));
const SENTINEL: Hex = '0x01';

/** The changed accounts, one for each transaction that writes the slot. */
function written(answers: NodeAnswers, address: Hex, slot: Hex): ReportedAccount[] {
  return answers.diffs.flatMap(({ result }) => {
    const account = result.post[address];
    return account?.storage?.[slot] === undefined ? [] : [account];
  });
}

function states(what: string, of: StageContract, slot: Hex, value: Hex): ClaimLie {
  return {
    kind: `${what}: another value`,
    tell(answers, stage) {
      const found = written(answers, stage.addressOf(of), slot);
      for (const { storage } of found) storage![slot] = word(value);
      return found.length > 0;
    },
  };
}

function omits(what: string, of: StageContract, slot: Hex): ClaimLie {
  return {
    kind: `${what}: the change left out`,
    tell(answers, stage) {
      let told = false;
      for (const { result } of answers.diffs)
        for (const side of [result.pre, result.post]) {
          const storage = side[stage.addressOf(of)]?.storage;
          if (storage?.[slot] === undefined) continue;
          delete storage[slot];
          told = true;
        }
      return told;
    },
  };
}

function invents(
  what: string,
  of: StageContract,
  slot: Hex,
  value: Hex,
  held: Hex | ((stage: StateStage) => Hex) = word(0n),
): ClaimLie {
  return {
    kind: `${what}: a change invented`,
    tell(answers, stage) {
      const address = stage.addressOf(of);
      const before = typeof held === 'string' ? held : held(stage);
      const at = answers.traces.findIndex(({ result }) => runs(result, address));
      const diff = answers.diffs[at]?.result;
      if (!diff || diff.post[address]?.storage?.[slot] !== undefined) return false;
      diff.pre[address] ??= {};
      diff.post[address] ??= {};
      const [pre, post] = [diff.pre[address], diff.post[address]];
      if (BigInt(before) > 0n) pre.storage = { ...pre.storage, [slot]: word(before) };
      post.storage = { ...post.storage, [slot]: word(value) };
      return true;
    },
  };
}

const runs = ({ to, calls = [], ...call }: ReportedCall, address: Hex): boolean =>
  (to === address && call.error === undefined) || calls.some((inner) => runs(inner, address));

/** Omits a frame with everything inside it, and what its account changed. */
const HIDDEN: ClaimLie = {
  kind: 'owner of a contract that a Safe calls: call and change left out',
  isHidden: true,
  tell(answers, stage) {
    const address = stage.addressOf('nested');
    let told = false;
    const cut = (call: ReportedCall): void => {
      const kept = (call.calls ?? []).filter(({ to }) => to !== address);
      told ||= kept.length < (call.calls ?? []).length;
      call.calls = kept;
      for (const inner of kept) cut(inner);
    };
    for (const { result } of answers.traces) cut(result);
    for (const { result } of answers.diffs)
      for (const side of [result.pre, result.post]) delete side[address];
    return told;
  },
};

const CREATED: readonly ClaimLie[] = [
  {
    kind: 'new contract: another code, in trace and diff',
    tell(answers, stage) {
      const address = stage.addressOf('created');
      const at = answers.diffs.findIndex(({ result }) => result.post[address]?.code);
      const account = answers.diffs[at]?.result.post[address];
      if (!account) return false;
      // Its `owner()` returns its own address.
      account.code = '0x3060005260206000f3';
      answers.traces[at]!.result.output = account.code;
      return true;
    },
  },
  states('owner of a new contract', 'created', OWNER, MALLORY),
  omits('owner of a new contract', 'created', OWNER),
  {
    kind: 'new contract: nothing of it in trace and diff but the creation',
    tell(answers, stage) {
      const address = stage.addressOf('created');
      const found = answers.diffs.find(({ result }) => result.post[address]);
      if (!found) return false;
      found.result.post[address] = { nonce: 1, balance: '0x0', code: '0x' };
      return true;
    },
  },
];

/** The block has the signed authorization; only the state diff shows that it took effect. */
const UNDELEGATED: ClaimLie = {
  kind: 'delegation: the change left out',
  tell(answers) {
    const isDelegated = (address: string): boolean =>
      answers.diffs.some(({ result }) => result.post[address]?.code?.startsWith('0xef0100'));
    const found = answers.diffs.flatMap(({ result }) => Object.keys(result.post)).filter(isDelegated);
    for (const { result } of answers.diffs)
      for (const side of [result.pre, result.post]) for (const address of found) delete side[address];
    return found.length > 0;
  },
};

/** Each of these lies makes Mallory the owner of the silent contract; they differ in the proof. */
function proves(kind: string, state: (stage: StateStage) => StateAnswer): ClaimLie {
  const { tell } = states('', 'silent', OWNER, MALLORY);
  return { kind: `owner: another value, ${kind}`, tell, state };
}

interface Proof {
  address: string;
  accountProof: string[];
  storageProof: { key: string; value: string; proof: string[] }[];
  balance: string;
  nonce: string;
  codeHash: string;
  storageHash: string;
}

/** Changes proofs of the silent owner's contract. */
const proof =
  (change: (proof: Proof, stage: StateStage) => unknown) =>
  (stage: StateStage): StateAnswer =>
  (method, [address], result) => {
    if (method !== 'eth_getProof' || String(address).toLowerCase() !== stage.addressOf('silent'))
      return undefined;
    const altered = structuredClone(result) as Proof;
    const changed = change(altered, stage);
    return changed === undefined ? altered : changed;
  };

/** Changes every proof. */
const everyProof = (change: (proof: Proof) => unknown) => (): StateAnswer => (method, _, result) => {
  if (method !== 'eth_getProof') return undefined;
  const altered = structuredClone(result) as Proof;
  const changed = change(altered);
  return changed === undefined ? altered : changed;
};

const ofOwner = ({ storageProof }: Proof) => storageProof.filter(({ key }) => BigInt(key) === 0n);
const flipped = (hex: string, at = 10): string =>
  hex.slice(0, at) + (hex[at] === '0' ? '1' : '0') + hex.slice(at + 1);

const PROOFS: readonly ClaimLie[] = [
  proves('and so says eth_getStorageAt', (stage) => (method, [address, slot]) => {
    if (method !== 'eth_getStorageAt' || String(address).toLowerCase() !== stage.addressOf('silent'))
      return undefined;
    return BigInt(String(slot)) === 0n ? word(MALLORY) : undefined;
  }),
  proves('an error in the place of the proof', (stage) => (method, [address]) => {
    const isIt = method === 'eth_getProof' && String(address).toLowerCase() === stage.addressOf('silent');
    return isIt ? new RpcFailure(-32_000, 'missing trie node') : undefined;
  }),
  proves(
    'stated beside the proof',
    proof((one) => {
      for (const slot of ofOwner(one)) slot.value = word(MALLORY);
    }),
  ),
  proves(
    'written into the last node of the proof',
    proof((one) => {
      for (const slot of ofOwner(one)) {
        slot.value = word(MALLORY);
        slot.proof.push(slot.proof.pop()!.replace(PEOPLE[1]!.slice(2), MALLORY.slice(2)));
      }
    }),
  ),
  proves(
    'a proof that the slot is empty, without nodes',
    proof((one) => {
      for (const slot of ofOwner(one)) Object.assign(slot, { value: '0x0', proof: [] });
    }),
  ),
  proves(
    'a proof that ends before the slot',
    proof((one) => {
      for (const slot of ofOwner(one)) Object.assign(slot, { value: '0x0', proof: slot.proof.slice(0, -1) });
    }),
  ),
  proves(
    'the proof of another slot',
    proof((one) => {
      const other = one.storageProof.find(({ key }) => BigInt(key) !== 0n);
      for (const slot of ofOwner(one)) Object.assign(slot, { proof: other?.proof ?? [] });
    }),
  ),
  proves(
    'no proof of the slot',
    proof((one) => {
      one.storageProof = [];
    }),
  ),
  proves(
    'one slot too many',
    proof((one) => {
      one.storageProof.push({ key: word(9n), value: '0x0', proof: [] });
    }),
  ),
  proves(
    'a proof that the account does not exist',
    proof((one) => Object.assign(one, { accountProof: one.accountProof.slice(0, 1) })),
  ),
  proves(
    'a proof without the account',
    proof((one) => Object.assign(one, { accountProof: [] })),
  ),
  proves(
    'a proof with a changed root',
    proof((one) =>
      Object.assign(one, { accountProof: [flipped(one.accountProof[0]!), ...one.accountProof.slice(1)] }),
    ),
  ),
  proves(
    'a proof with a changed leaf',
    proof((one) =>
      Object.assign(one, {
        accountProof: [...one.accountProof.slice(0, -1), flipped(one.accountProof.at(-1)!)],
      }),
    ),
  ),
  proves(
    'a proof with nodes in another order',
    proof((one) => Object.assign(one, { accountProof: [...one.accountProof].reverse() })),
  ),
  proves(
    'a proof with a node too many',
    proof((one) => Object.assign(one, { accountProof: [...one.accountProof, one.accountProof.at(-1)!] })),
  ),
  proves(
    'another hash of the storage',
    proof((one) => Object.assign(one, { storageHash: word(7n) })),
  ),
  proves(
    'another hash of the code',
    proof((one) => Object.assign(one, { codeHash: word(7n) })),
  ),
  proves(
    'another nonce',
    proof((one) => Object.assign(one, { nonce: '0x77' })),
  ),
  proves(
    'another balance',
    proof((one) => Object.assign(one, { balance: '0x77' })),
  ),
  proves(
    'the proof of another account',
    proof((one, stage) => Object.assign(one, { address: stage.addressOf('other') })),
  ),
  proves(
    'null for a proof',
    proof(() => null),
  ),
  proves(
    'text for a proof',
    proof(() => 'trust me'),
  ),
  proves(
    'no hex in the proof',
    proof((one) => Object.assign(one, { accountProof: ['0xzz'] })),
  ),
  proves(
    'every proof garbled',
    everyProof((one) =>
      Object.assign(one, { accountProof: one.accountProof.map((node) => flipped(node, 20)) }),
    ),
  ),
];

const CONTRADICTED: readonly ClaimLie[] = [
  states('owner', 'silent', OWNER, MALLORY),
  states('owner, which is said to be nobody', 'silent', OWNER, word(0n)),
  omits('owner', 'silent', OWNER),
  states('pending owner', 'silent', PENDING, MALLORY),
  omits('pending owner', 'silent', PENDING),
  invents('owner of a contract that only spoke', 'other', OWNER, MALLORY, PEOPLE[0]),
  states('whose owner counts', 'borrowed', OWNER, MALLORY),
  omits('whose owner counts', 'borrowed', OWNER),
  states('implementation', 'proxy', EIP1967, MALLORY),
  omits('implementation', 'proxy', EIP1967),
  states('owner in a proxy', 'proxy', OWNER, MALLORY),
  omits('owner in a proxy', 'proxy', OWNER),
  omits('role taken', 'roles', roleOf(PEOPLE[1]!)),
  states('role granted', 'roles', roleOf(PEOPLE[0]!), word(0n)),
  omits('role granted', 'roles', roleOf(PEOPLE[0]!)),
  invents('role', 'roles', roleOf(MALLORY), word(1n)),
  states('default admin', 'roles', PENDING, MALLORY),
  omits('default admin', 'roles', PENDING),
  states('newest owner of a Safe', 'safe', mapped(SENTINEL, 2n), MALLORY),
  omits('newest owner of a Safe', 'safe', mapped(SENTINEL, 2n)),
  states('number of owners of a Safe', 'safe', word(3n), word(1n)),
  invents('threshold of a Safe', 'safe', word(4n), word(9n), word(1n)),
  states('newest module of a Safe', 'safe', mapped(SENTINEL, 1n), MALLORY),
  omits('newest module of a Safe', 'safe', mapped(SENTINEL, 1n)),
  states(
    'guard of a Safe',
    'safe',
    '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8',
    MALLORY,
  ),
  omits('guard of a Safe', 'safe', '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8'),
  invents('singleton of a Safe', 'safe', word(0n), MALLORY, ({ singleton }) => singleton),
  states('name of a token', 'token', word(2n), `0x${'55'.repeat(4)}${'0'.repeat(54)}08`),
  omits('name of a token', 'token', word(2n)),
  states('symbol of a token', 'token', word(3n), `0x${'5553'}${'0'.repeat(58)}04`),
  HIDDEN,
  ...CREATED,
];

/** Lies about state that are told if the block offers a place for them; the answers about state stay honest. */
const anywhere: readonly ClaimLie[] = STATE_LIES.map((lie: Lie) => ({
  kind: lie.kind,
  // Lies that only a proof detects are detected here.
  ...(lie.believed?.startsWith('not taken') && { believed: lie.believed }),
  isOptional: true,
  tell: (answers) => lie.tell(answers),
}));

/** Lies that state another owner, or omit the change of owner. */
export const OWNER_LIES: readonly ClaimLie[] = [
  states('owner', 'silent', OWNER, MALLORY),
  omits('owner', 'silent', OWNER),
];

export const CLAIM_LIES: readonly ClaimLie[] = [UNDELEGATED, ...CONTRADICTED, ...PROOFS, ...anywhere];
