import type { Address } from '../domain/chain/hex.js';
import type { ChainKind } from '../domain/chain/record/chain-kind.js';
import type { FollowedData } from '../node/consensus/light-client-source.js';

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

/** The settings with which a thread that makes bundles starts. */
export interface BundleThreadSettings {
  /** The database that requests read. */
  readonly databaseUrl: string;
  readonly chain: ChainKind;
}

/** A bundle to make. */
export interface BundleTask {
  readonly claim: ProvenClaim;
  /**
   * Light-client data that shows young blocks to be final. Its Buffers arrive in the thread as Uint8Arrays.
   */
  readonly light: FollowedData | undefined;
  /** Nodes that may prove accounts. */
  readonly nodeUrls: readonly string[];
}

/**
 * The text of a bundle; undefined where the claim has another proof by now, the definitions are not those of this program, or a block that it
 * needs is not stored.
 */
export type BundleOutcome = string | undefined;
