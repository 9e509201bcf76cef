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

/** What a node answers instead of a proof of state; a thrown error breaks the connection. */
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
 * Lies about the owners of the stage by a node that refuses proofs: of all blocks, of the block that it lies about, or of slots in that block.
 *
 * @param tip hash of the block that the node lies about
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
      // A node without any connection would not be used at all.
      ANSWERS.filter((one) => one !== LOST || where !== EVERYWHERE).map(([what, answer]) => ({
        ...lie,
        kind: `${lie.kind}; for proofs ${where}, ${what}`,
        state: () => (method: string, params: readonly unknown[]) =>
          method === 'eth_getProof' && isThere(params) ? answer() : undefined,
      })),
    ),
  );
}
