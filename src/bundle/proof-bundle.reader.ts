import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Pool } from 'pg';
import { toHex } from '../domain/chain/codec/hex.js';
import type { Address, Hash } from '../domain/chain/hex.js';
import { NotCovered } from '../domain/refusal/not-covered.js';
import { OtherDefinitions } from '../engine/historical/historical-evaluator.js';
import { CanonicalChain } from '../event-store/canonical-chain.js';
import type { FollowedData } from '../node/consensus/light-client-source.js';
import { AccountProofs } from '../node/execution/account-proofs.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import { Turns } from '../platform/queue/turns.js';
import { BundleSettings } from './bundle-settings.js';
import { FinalBlockMissing } from './gather-finality.js';
import { LightClientReader } from './light-client.reader.js';
import { ProofExporter } from './proof-exporter.js';
import { timeLimited } from './time-limited.js';

/** Bundles made at the same time: each takes a connection, and a core for most of its time. */
const AT_ONCE = 2;
const WAITING = 16;
/** Kept bundles, bytes. */
const KEPT_BYTES = 32 << 20;
/** A node that is asked later may give proofs that it did not give before. */
const KEPT_MS = 600_000;
/** How long nodes are asked for account proofs, for all of a bundle. Evidence without a proof counts as attested. */
const NODE_MS = 5_000;

/** A proven claim at a block. */
export interface ProvenClaim {
  readonly id: string;
  readonly subject: Address;
  /** Relations only. */
  readonly object?: Address;
  readonly block: number;
  /** `sha256:…` */
  readonly proofHash: string;
}

/** Bundles of proven claims, as `proof export` writes them. */
@Injectable()
export class ProofBundleReader {
  readonly #turns = new Turns(AT_ONCE, WAITING);
  readonly #kept = new LRUCache<string, string>({
    maxSize: KEPT_BYTES,
    // A bundle is ASCII.
    sizeCalculation: (text) => text.length,
    ttl: KEPT_MS,
  });
  readonly #making = new Map<string, Promise<string>>();

  constructor(
    private readonly pool: Pool,
    private readonly settings: BundleSettings,
    private readonly lightClient: LightClientReader,
  ) {}

  /**
   * The text of the bundle, checked as its reader will check it.
   * @param checkpoint root of a beacon block that its reader trusts, by which young blocks are shown
   * @throws {NotCovered} when the claim has another proof by now, the definitions are not those of this program, or too many bundles are being made
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
      making = this.#made(name, claim, light).finally(() => this.#making.delete(name));
      this.#making.set(name, making);
    }
    return making;
  }

  async #made(name: string, claim: ProvenClaim, light: FollowedData | undefined): Promise<string> {
    const done = this.#turns.take();
    if (done === undefined) throw NotCovered.unavailable();
    const release = await done;
    try {
      const text = await this.#export(claim, light);
      this.#kept.set(name, text);
      return text;
    } finally {
      release();
    }
  }

  async #export(claim: ProvenClaim, light: FollowedData | undefined): Promise<string> {
    const { chain, nodeUrls } = this.settings;
    const nodes = new AccountProofs(nodeUrls());
    try {
      return await inTransaction(
        this.pool,
        async (tx) => {
          const exporter = await ProofExporter.open(tx, chain, timeLimited(nodes, NODE_MS), light);
          if ((await exporter.proofOf(claim)) !== claim.proofHash) throw NotCovered.unavailable();
          return (await exporter.export(claim)).text;
        },
        { isolation: 'repeatable read' },
      );
    } catch (error) {
      const passes = error instanceof OtherDefinitions || error instanceof FinalBlockMissing;
      throw passes ? NotCovered.unavailable() : error;
    } finally {
      await nodes.close();
    }
  }
}
