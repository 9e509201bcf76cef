import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Pool } from 'pg';
import { toHex } from '../domain/chain/codec/hex.js';
import type { Hash } from '../domain/chain/hex.js';
import { NotCovered } from '../domain/refusal/not-covered.js';
import { CanonicalChain } from '../event-store/canonical-chain.js';
import { TooManyTasks } from '../platform/thread/thread-pool.js';
import { BundleSettings } from './bundle-settings.js';
import type { BundleTask, ProvenClaim } from './bundle-task.js';
import { BundleThreads } from './bundle-threads.js';
import { LightClientReader } from './light-client.reader.js';

/** Bytes of all kept bundles. */
const KEPT_BYTES = 32 << 20;
/** Kept no longer, because a node may later give proofs that it did not give before. */
const KEPT_MS = 600_000;

/** Bundles of proven claims, as `proof export` writes them. */
@Injectable()
export class ProofBundleReader {
  readonly #kept = new LRUCache<string, string>({
    maxSize: KEPT_BYTES,
    // A bundle is ASCII, so a character is a byte.
    sizeCalculation: (text) => text.length,
    ttl: KEPT_MS,
  });
  readonly #making = new Map<string, Promise<string>>();

  constructor(
    private readonly pool: Pool,
    private readonly settings: BundleSettings,
    private readonly threads: BundleThreads,
    private readonly lightClient: LightClientReader,
  ) {}

  /**
   * The text of the bundle, verified as its reader will verify it.
   * @param checkpoint root of a beacon block that the bundle's reader trusts: it shows that young blocks are
   * final
   * @throws {NotCovered} when a block is not stored, the claim has another proof by now, the definitions are
   * not those of this program, or too many bundles are being made
   * @throws NoLightClientData
   */
  async textOf(claim: ProvenClaim, checkpoint?: Hash): Promise<string> {
    const end = await new CanonicalChain(this.pool).at(claim.block);
    if (end === undefined) throw NotCovered.unavailable();
    const light = checkpoint && (await this.lightClient.from(checkpoint));
    const name = [claim.proofHash, toHex(end.hash), checkpoint, light && toHex(light.blockHash)].join(' ');
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept;
    let making = this.#making.get(name);
    if (making === undefined) {
      const task = { claim, light, nodeUrls: this.settings.nodeUrls() };
      making = this.#made(name, task).finally(() => this.#making.delete(name));
      this.#making.set(name, making);
    }
    return making;
  }

  async #made(name: string, task: BundleTask): Promise<string> {
    try {
      const text = await this.threads.make(task);
      if (text === undefined) throw NotCovered.unavailable();
      this.#kept.set(name, text);
      return text;
    } catch (error) {
      throw error instanceof TooManyTasks ? NotCovered.unavailable() : error;
    }
  }
}
