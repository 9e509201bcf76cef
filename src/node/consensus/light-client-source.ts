import { BATCH_LENGTH } from '../../domain/canonicity/canonical-roots.js';
import { withFirstSignatureSlot } from '../../domain/canonicity/light-client/first-signature-slot.js';
import { followUpdates, type LightClientData } from '../../domain/canonicity/light-client/follow-updates.js';
import {
  decodeBootstrap,
  decodeCommitteeUpdate,
  decodeFinalityUpdate,
} from '../../domain/canonicity/light-client/light-client-data.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import { MalformedField } from '../../domain/chain/codec/malformed-field.js';
import type { Hash } from '../../domain/chain/hex.js';
import { MalformedAnswer, NodeUnreachable } from '../rpc/node-errors.js';
import { nodeName } from '../rpc/node-name.js';
import { type NodeRefusal, reasonOf, SourceExhausted } from '../rpc/node-refusal.js';
import { BeaconEndpoint } from './beacon-endpoint.js';

const LIGHT_CLIENT = '/eth/v1/beacon/light_client';
/** `MAX_REQUEST_LIGHT_CLIENT_UPDATES` */
const UPDATES_AT_ONCE = 128;
const LENGTH_BYTES = 8;
const DIGEST_BYTES = 4;

/** Data that leads from a trusted beacon block to a final one, and the hash of the latter's payload. */
export interface FollowedData extends LightClientData {
  readonly checkpoint: Hash;
  readonly blockHash: Buffer;
}

/** Beacon nodes answered, but none has data from this checkpoint to a final block. */
export class CheckpointUnknown extends SourceExhausted {
  override readonly name = 'CheckpointUnknown';
}

/** There are too many periods between the checkpoint and the final block. */
export class CheckpointTooOld extends Error {
  override readonly name = 'CheckpointTooOld';
  constructor(readonly updates: number) {
    super(`the checkpoint lies ${updates} periods of 8,192 slots before the final block`);
  }
}

/** Light-client data of beacon nodes, in SSZ. If a node gives none or wrong data, the next is asked. */
export class LightClientSource {
  readonly #endpoints: readonly BeaconEndpoint[];

  constructor(urls: readonly string[]) {
    this.#endpoints = urls.map((url) => new BeaconEndpoint(url, nodeName(url)));
  }

  /**
   * Verified data from a beacon block to the newest final one.
   *
   * @param gloasSlot first slot of Gloas, where its time is known
   * @param mostUpdates updates that the data may have, one per period: each costs 25 kB and the check of a
   * signature
   * @throws CheckpointUnknown
   * @throws CheckpointTooOld
   * @throws SourceExhausted where a node did not answer
   */
  async from(
    checkpoint: Hash,
    gloasSlot?: number,
    mostUpdates = Number.POSITIVE_INFINITY,
  ): Promise<FollowedData> {
    const refusals: NodeRefusal[] = [];
    let isDown = false;
    for (const endpoint of this.#endpoints) {
      try {
        const data = await dataOf(endpoint, checkpoint, gloasSlot, mostUpdates);
        const followed = followUpdates(data, gloasSlot);
        if (toHex(followed.checkpoint) !== checkpoint) throw new MalformedAnswer('gave another checkpoint');
        return { ...data, checkpoint, blockHash: followed.blockHash };
      } catch (error) {
        if (error instanceof CheckpointTooOld) throw error;
        if (error instanceof NodeUnreachable) isDown = true;
        refusals.push({ node: endpoint.name, reason: reasonOf(error) });
      }
    }
    throw new (isDown ? SourceExhausted : CheckpointUnknown)(
      `light-client data from ${checkpoint}`,
      refusals,
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#endpoints.map((endpoint) => endpoint.close()));
  }
}

async function dataOf(
  endpoint: BeaconEndpoint,
  checkpoint: Hash,
  gloasSlot: number | undefined,
  mostUpdates: number,
): Promise<LightClientData> {
  const bootstrap = await endpoint.bytes(`${LIGHT_CLIENT}/bootstrap/${checkpoint}`);
  const finality = await endpoint.bytes(`${LIGHT_CLIENT}/finality_update`);
  const { attested, signatureSlot } = decodeFinalityUpdate(finality);
  const first = Math.floor(decodeBootstrap(bootstrap).header.beacon.slot / BATCH_LENGTH);
  const last = Math.floor(signatureSlot / BATCH_LENGTH);
  if (last - first > mostUpdates) throw new CheckpointTooOld(last - first);
  const updates: Buffer[] = [];
  while (first + updates.length < last) {
    const start = first + updates.length;
    const count = Math.min(UPDATES_AT_ONCE, last - start);
    const list = listed(await endpoint.bytes(`${LIGHT_CLIENT}/updates?start_period=${start}&count=${count}`));
    if (list.length === 0) throw new MalformedAnswer(`has no update of period ${start}`);
    for (const update of list.slice(0, count))
      updates.push(
        withFirstSignatureSlot(update, decodeCommitteeUpdate(update).attested.beacon.slot, gloasSlot),
      );
  }
  return { bootstrap, updates, finality: withFirstSignatureSlot(finality, attested.beacon.slot, gloasSlot) };
}

/** Splits a list of items: each has a length (uint64), a fork digest and SSZ. */
function listed(bytes: Buffer): Buffer[] {
  const items: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = at + LENGTH_BYTES <= bytes.length ? Number(bytes.readBigUInt64LE(at)) : 0;
    const from = at + LENGTH_BYTES;
    if (length < DIGEST_BYTES || from + length > bytes.length)
      throw new MalformedField('updates', 'has another length');
    items.push(bytes.subarray(from + DIGEST_BYTES, from + length));
    at = from + length;
  }
  return items;
}
