import type { Hex } from 'viem';
import { RpcFailure } from '../fixture/altered-node.js';
import { type ClaimLie, OWNER_LIES } from './claim-lies.js';

type Answer = readonly [string, () => unknown];

const EVERYWHERE = 'of every block';
const LOST: Answer = [
  'no connection',
  () => {
    throw new Error('lost');
  },
];

/** What a node answers that is asked to prove state, in the place of a proof; thrown, the connection is broken. */
const ANSWERS: readonly Answer[] = [
  ['the method is not found', () => new RpcFailure(-32_601, 'the method eth_getProof does not exist')],
  ['the state is pruned', () => new RpcFailure(-32_000, 'missing trie node: state is pruned')],
  ['the limit of calls is reached', () => new RpcFailure(-32_005, 'limit exceeded')],
  ['nothing', () => null],
  ['an empty object', () => ({})],
  ['an empty text', () => ''],
  LOST,
];

/**
 * Lies about the owners of the stage, by a node that gives no proof: of no block, of the last block alone, or of nothing but codes in it.
 *
 * @param tip hash of the block that is lied about
 */
export function unprovenLies(tip: () => Hex): readonly ClaimLie[] {
  const isOfTip = (params: readonly unknown[]): boolean => JSON.stringify(params).includes(tip());
  const places: readonly (readonly [string, (params: readonly unknown[]) => boolean])[] = [
    [EVERYWHERE, () => true],
    ['of the block that it lies about', isOfTip],
    ['of slots in the block that it lies about', (params) => isOfTip(params) && String(params[1]) !== ''],
  ];
  return OWNER_LIES.flatMap((lie) =>
    places.flatMap(([where, isThere]) =>
      // A node that is not there at all is not used.
      ANSWERS.filter((one) => one !== LOST || where !== EVERYWHERE).map(([what, answer]) => ({
        ...lie,
        kind: `${lie.kind}; for proofs ${where}, ${what}`,
        state: () => (method: string, params: readonly unknown[]) =>
          method === 'eth_getProof' && isThere(params) ? answer() : undefined,
      })),
    ),
  );
}
