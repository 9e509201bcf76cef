import type { BeaconNode } from '../../node/consensus/beacon-node.js';
import type { ConsensusSource } from '../../node/consensus/consensus-source.js';
import { reasonOf } from '../../node/rpc/node-refusal.js';
import { textTable } from './text-table.js';

/**
 * The capabilities of each beacon node, and which records are lost without them, as text; for an unreachable
 * node the error.
 */
export async function beaconTables({ nodes }: Pick<ConsensusSource, 'nodes'>): Promise<string> {
  return (await Promise.all(nodes.map(tableOf))).join('\n\n');
}

async function tableOf(node: BeaconNode): Promise<string> {
  try {
    const { finalizedEpoch, pendingDeposits, leaves } = await node.capabilities();
    const given = (isGiven: boolean, path: string): string => (isGiven ? path : 'no');
    const rows = [
      ['validators', 'states/{slot}/validators', 'no validator queues'],
      ['pending deposits', given(pendingDeposits, 'pending_deposits'), 'no validator queues since Electra'],
      [
        'what leaves',
        given(leaves, 'pending_consolidations, pending_partial_withdrawals'),
        'capital waiting to exit is null',
      ],
    ];
    return `beacon node ${node.name} (final up to epoch ${finalizedEpoch})\n${textTable(['need', 'given by', 'if not given'], rows)}`;
  } catch (error) {
    return `beacon node ${node.name}: ${reasonOf(error)}`;
  }
}
