import { createHash } from 'node:crypto';
import { PROXY_SLOTS } from '../src/bytecode/fallback/proxy-slots.js';
import { toHex } from '../src/domain/chain/codec/hex.js';
import type { Address } from '../src/domain/chain/hex.js';
import type { Frame, StateChange, VerifiedBlock } from '../src/domain/chain/record/block.js';
import { eventLog, TRANSFER, word } from '../test/builder/token-log.js';
import { type MadeTransaction, verifiedBlock } from '../test/builder/verified-block.js';

/** The chain begins here: everything about it is known. */
export const FIRST_BLOCK = 20_000_000;
export const POPULATED_BLOCKS = 100;
export const MEASURED_BLOCKS = 20;
/** How many contracts of each populated block every population has. The measured blocks touch them. */
const TOUCHED = 5;
const NEW = 20;

const EMPTY_WORD = Buffer.alloc(32);

const addressOf = (name: string): Buffer => createHash('sha256').update(name).digest().subarray(0, 20);
const signerOf = (name: string): Buffer => addressOf(`signer of ${name}`);

/** A transaction with frames and state changes of its own, beyond what a made block has. */
interface Doing extends MadeTransaction {
  readonly root?: Pick<Frame, 'type' | 'output'>;
  readonly changes: readonly StateChange[];
}

/** Dispatches on the selectors of an ERC-20; a body of its own, as every compilation has. */
function codeOf(name: string): Buffer {
  const dispatch = ['06fdde03', '095ea7b3', '18160ddd', '23b872dd', '70a08231', 'a9059cbb', 'dd62ed3e']
    .map((selector) => `8063${selector}1460ff57`)
    .join('');
  return Buffer.concat([Buffer.from(`5f3560e01c${dispatch}5b00`, 'hex'), addressOf(`code ${name}`)]);
}

/** One of eight contracts is a proxy; all of them are tokens. */
function create(place: number, name: string): Doing {
  const address = addressOf(name);
  const code = codeOf(`${place % 50}`);
  const storage = place % 8 === 0 ? [implementation(EMPTY_WORD, word(addressOf('logic')))] : [];
  return {
    from: signerOf(name),
    to: address,
    logs: [transferOf(address)],
    root: { type: 'CREATE', output: code },
    changes: [{ address, code, storage }],
  };
}

const implementation = (before: Buffer, after: Buffer) => ({
  slot: PROXY_SLOTS.eip1967_implementation,
  before,
  after,
});

const transferOf = (address: Buffer) =>
  eventLog(address, TRANSFER, [addressOf('payer'), addressOf('payee')], [1]);

const transfer = (name: string): Doing => ({
  from: signerOf(name),
  to: addressOf(name),
  logs: [transferOf(addressOf(name))],
  changes: [],
});

const upgrade = (name: string, times: number): Doing => ({
  from: signerOf(name),
  to: addressOf(name),
  changes: [
    {
      address: addressOf(name),
      storage: [implementation(logicWord(times), logicWord(times + 1))],
    },
  ],
});

const logicWord = (times: number): Buffer => word(addressOf(times === 0 ? 'logic' : `logic ${times}`));

function made(number: number, doings: readonly Doing[]): VerifiedBlock {
  const block = verifiedBlock(number, 'bench', EMPTY_WORD, doings);
  return {
    ...block,
    frames: block.frames!.map((frames, at) => [{ ...frames[0]!, ...doings[at]!.root }, ...frames.slice(1)]),
    stateChanges: doings.map(({ changes }) => changes),
  };
}

/** Blocks in which `subjects` addresses appear for the first time: as many contracts as signers. */
export function* populatedBlocks(subjects: number): Iterable<VerifiedBlock> {
  const contracts = subjects / 2 / POPULATED_BLOCKS;
  for (let at = 0; at < POPULATED_BLOCKS; at++)
    yield made(
      FIRST_BLOCK + at,
      Array.from({ length: contracts }, (_, place) => create(place, `${at} ${place}`)),
    );
}

/** The same blocks whatever the population: new contracts, transfers of known ones, upgrades of known proxies. */
export function measuredBlocks(): VerifiedBlock[] {
  return Array.from({ length: MEASURED_BLOCKS }, (_, block) => {
    const created = Array.from({ length: NEW }, (__, place) => create(place, `measured ${block} ${place}`));
    const known = Array.from({ length: POPULATED_BLOCKS }, (__, at) =>
      (at + block) % TOUCHED === 0
        ? upgrade(`${at} 0`, (block - (block % TOUCHED)) / TOUCHED)
        : transfer(`${at} ${1 + ((at + block) % (TOUCHED - 1))}`),
    );
    return made(FIRST_BLOCK + POPULATED_BLOCKS + block, [...created, ...known]);
  });
}

/** Everyone in the populated blocks. */
export function subjectsOf(subjects: number): Address[] {
  return Array.from({ length: POPULATED_BLOCKS }, (_, at) =>
    Array.from({ length: subjects / 2 / POPULATED_BLOCKS }, (__, place) => `${at} ${place}`),
  )
    .flat()
    .flatMap((name) => [toHex(addressOf(name)), toHex(signerOf(name))]);
}
