import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Hash } from '../domain/chain/hex.js';
import { NotCovered } from '../domain/refusal/not-covered.js';
import {
  CheckpointTooOld,
  CheckpointUnknown,
  type FollowedData,
  LightClientSource,
} from '../node/consensus/light-client-source.js';
import { SourceExhausted } from '../node/rpc/node-refusal.js';
import { Turns } from '../platform/queue/turns.js';
import { BundleSettings } from './bundle-settings.js';

/** Checkpoints asked for at the same time: checking the signatures of one takes a core for up to half a second. */
const AT_ONCE = 1;
const WAITING = 16;
/** How long beacon nodes are asked. */
const ASK_MS = 10_000;
/** A later final block comes after 384 s. */
const KEPT_MS = 60_000;
/** Checkpoints whose data is kept: up to half a megabyte each. */
const KEPT = 8;
/**
 * One update for each sync committee period of 27 hours since the checkpoint. Members of older committees may
 * have no stake left to lose.
 */
export const MOST_UPDATES = 16;

/** No beacon node can lead from a checkpoint to a final block, and asking again does not help. */
export class NoLightClientData extends Error {
  override readonly name = 'NoLightClientData';
  constructor(readonly why: 'no beacon node' | 'unknown' | 'too old') {
    super(`no light-client data: ${why}`);
  }
}

/** Light-client data from the checkpoints that readers of bundles trust. */
@Injectable()
export class LightClientReader {
  readonly #turns = new Turns(AT_ONCE, WAITING);
  readonly #kept = new LRUCache<Hash, FollowedData>({ max: KEPT, ttl: KEPT_MS });

  constructor(private readonly settings: BundleSettings) {}

  /**
   * Verified light-client data from a checkpoint to the newest final block.
   * @throws NoLightClientData; NotCovered where a beacon node does not answer, or too many ask
   */
  async from(checkpoint: Hash): Promise<FollowedData> {
    const kept = this.#kept.get(checkpoint);
    if (kept) return kept;
    const turn = this.#turns.take();
    if (turn === undefined) throw NotCovered.unavailable();
    const release = await turn;
    try {
      // The caller before may have asked for the same checkpoint.
      return this.#kept.get(checkpoint) ?? (await this.#ask(checkpoint));
    } finally {
      release();
    }
  }

  async #ask(checkpoint: Hash): Promise<FollowedData> {
    const { beaconUrls, gloasSlot } = this.settings;
    const urls = beaconUrls();
    if (urls.length === 0) throw new NoLightClientData('no beacon node');
    const source = new LightClientSource(urls);
    const limit = setTimeout(() => void source.close(), ASK_MS);
    try {
      const followed = await source.from(checkpoint, gloasSlot, MOST_UPDATES);
      this.#kept.set(checkpoint, followed);
      return followed;
    } catch (error) {
      if (error instanceof CheckpointTooOld) throw new NoLightClientData('too old');
      if (error instanceof CheckpointUnknown) throw new NoLightClientData('unknown');
      throw error instanceof SourceExhausted ? NotCovered.unavailable() : error;
    } finally {
      clearTimeout(limit);
      await source.close();
    }
  }
}
