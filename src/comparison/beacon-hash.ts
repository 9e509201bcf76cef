import { GENESIS_VALIDATORS_ROOT } from '../domain/canonicity/light-client/mainnet-beacon-chain.js';
import { GENESIS_TIME, MERGE_SLOT, MOST_EMPTY_SLOTS, slotFrom } from '../domain/canonicity/mainnet-slots.js';
import type { HashAt } from './compare-blocks.js';
import { NotAnswered, type OwnNode, recordOf } from './own-node.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Asks a beacon node for the hash of the payload of the beacon block at a block's time. Since Gloas a beacon
 * block only bids for a payload; the next beacon block names the payload that was revealed.
 *
 * @param gloasSlot first slot of Gloas, where its time is known
 */
export function beaconHash(node: OwnNode, gloasSlot = Number.POSITIVE_INFINITY): HashAt {
  let chain: Promise<void> | undefined;
  return async ({ timestamp }) => {
    const slot = slotFrom(timestamp);
    if (slot < MERGE_SLOT) throw new NotAnswered('no beacon block has a payload from before the merge');
    chain ??= requireMainnet(node);
    await chain;
    if (slot >= gloasSlot) return revealed(node, slot);
    const body = await bodyAt(node, 'v1/beacon/blinded_blocks', slot);
    if (body === undefined) throw new NotAnswered(`it has no block of slot ${slot}`);
    return recordOf(body.execution_payload_header)?.block_hash;
  };
}

async function revealed(node: OwnNode, slot: number): Promise<unknown> {
  for (let next = slot + 1; next <= slot + MOST_EMPTY_SLOTS; next++) {
    const body = await bodyAt(node, 'v2/beacon/blocks', next);
    const bid = recordOf(recordOf(body?.signed_execution_payload_bid)?.message);
    if (body !== undefined) return bid?.parent_block_hash;
  }
  throw new NotAnswered(`it has no block after slot ${slot} yet`);
}

/** The body of the block of a slot; undefined where the slot is empty. */
async function bodyAt(node: OwnNode, path: string, slot: number): Promise<Fields | undefined> {
  const answer = await node.get(`/eth/${path}/${slot}`);
  if (answer === undefined) return undefined;
  if (answer.execution_optimistic === true) throw new NotAnswered('it has not verified the payload itself');
  const block = recordOf(recordOf(answer.data)?.message);
  if (block?.slot !== `${slot}`) throw new NotAnswered('it answered with another slot');
  return recordOf(block.body) ?? {};
}

async function requireMainnet(node: OwnNode): Promise<void> {
  const genesis = recordOf((await node.get('/eth/v1/beacon/genesis'))?.data);
  if (
    genesis?.genesis_time !== `${GENESIS_TIME}` ||
    genesis.genesis_validators_root !== GENESIS_VALIDATORS_ROOT
  )
    throw new NotAnswered('it does not serve the beacon chain of mainnet');
}
