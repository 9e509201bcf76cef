import type { CanonicalRoots } from '../../domain/canonicity/canonical-roots.js';
import type { Hash } from '../../domain/chain/hex.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { PublishedRules } from './attest-claim.js';
import type { TrustedLog } from './check-log.js';

/** What the reader of a bundle knows besides it. */
export interface Published {
  readonly rules: PublishedRules;
  /** By which view calls are executed; without it a bundle with some is refused. */
  readonly forks?: ForkSchedule;
  /** The log that must have the claim; without it that is not shown. */
  readonly log?: TrustedLog;
  /** By which headers are Ethereum's; without them that is not shown. */
  readonly roots?: CanonicalRoots;
  /** Root of a beacon block that is Ethereum's, by which later ones are. */
  readonly checkpoint?: Hash;
}
