import type { CanonicalRoots } from '../../domain/canonicity/canonical-roots.js';
import type { Hash } from '../../domain/chain/hex.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { PublishedRules } from './attest-claim.js';
import type { TrustedLog } from './check-log.js';

/** What the reader of a bundle knows besides the bundle. */
export interface Published {
  readonly rules: PublishedRules;
  /**
   * The forks by which calls are executed. Without them a bundle with executed calls or frames is refuted.
   */
  readonly forks?: ForkSchedule;
  /** The log that must have the claim. Without it V5 is not shown. */
  readonly log?: TrustedLog;
  /** The roots by which headers are Ethereum's. Without them V6 is shown only by `checkpoint`. */
  readonly roots?: CanonicalRoots;
  /**
   * Root of a beacon block that the reader trusts to be Ethereum's. It shows later blocks to be final.
   * `verifyText` refutes what it does not show.
   */
  readonly checkpoint?: Hash;
}
