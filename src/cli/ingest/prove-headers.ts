import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { readCanonicalRoots } from '../../definition/binding/canonical-roots.js';
import { DEFINITIONS } from '../../definition/read-definitions.js';
import { keepHeaderProofs, unprovenBlocks } from '../../event-store/header-proof.table.js';
import { HeaderProofSource } from '../../node/consensus/header-proof-source.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../runtime/database/database.js';
import { StartedParts } from '../../runtime/lifecycle/started-parts.js';
import { ProgressMeter } from '../../runtime/progress/progress-meter.js';
import { forkSchedule } from '../../runtime/projection/projectors.js';
import { stopRequested } from '../command/stop-signals.js';

/** Makes and stores proofs that stored blocks are Ethereum's, from beacon nodes. */
export class ProveHeaders extends Command<void> {
  constructor(readonly asked: { readonly from?: number; readonly to?: number }) {
    super();
  }
}

const BLOCKS_PER_READ = 1_024;
/** First block of Capella. No proof is made for earlier blocks. */
const CAPELLA_BLOCK = 17_034_870;
const LAST_BLOCK = Number.MAX_SAFE_INTEGER;

@CommandHandler(ProveHeaders)
export class ProveHeadersHandler implements ICommandHandler<ProveHeaders> {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly parts: StartedParts,
  ) {}

  async execute({ asked: { from = CAPELLA_BLOCK, to = LAST_BLOCK } }: ProveHeaders): Promise<void> {
    const { beaconUrls, forkTimes } = this.config;
    if (beaconUrls.length === 0) throw new Error('--header-proofs needs a beacon node: set BEACON_URLS');
    const { pool } = await this.database.open('expect');
    const source = new HeaderProofSource(
      beaconUrls,
      readCanonicalRoots(DEFINITIONS, forkSchedule(forkTimes)),
    );
    this.parts.add(() => source.close());
    await prove(pool, source, Math.max(from, CAPELLA_BLOCK), to);
  }
}

/** Proves block by block. Ctrl-C keeps the proofs that were made. */
async function prove(pool: Pool, source: HeaderProofSource, from: number, to: number): Promise<void> {
  const stop = stopRequested();
  const meter = new ProgressMeter('proving', 'headers');
  let [made, unshown] = [0, 0];
  let next = from;
  try {
    while (!stop.aborted) {
      const blocks = await unprovenBlocks(pool, { fromBlock: next, toBlock: to }, BLOCKS_PER_READ);
      if (blocks.length === 0) break;
      for (const block of blocks) {
        if (stop.aborted) break;
        const proof = await source.proofOf(block, () => stop.aborted);
        if (proof !== undefined) await keepHeaderProofs(pool, [{ hash: block.hash, proof }]);
        if (proof === undefined) unshown++;
        else made++;
        next = block.number + 1;
        meter.tell(`block ${block.number}`);
      }
    }
  } finally {
    meter.end();
    console.log(
      `${made} proofs of headers made; ${unshown} blocks are younger than the roots of this release`,
    );
    if (stop.aborted) process.exitCode = stop.reason as number;
  }
}
