import { Module } from '@nestjs/common';
import { claimDigest, spanDigests } from '../../engine/store/claim-digest.js';
import { Database } from '../../runtime/database/database.js';
import { CommandModule } from '../command/command.module.js';

const SPAN_BLOCKS = 1_024;

export interface DigestOptions {
  readonly spans?: boolean;
}

/** `digest`. */
@Module({ imports: [CommandModule] })
export class Digest {
  constructor(private readonly database: Database) {}

  async run({ spans = false }: DigestOptions): Promise<void> {
    const { pool } = await this.database.open('expect');
    for (const { fromBlock, toBlock, digest, changes } of spans ? await spanDigests(pool, SPAN_BLOCKS) : [])
      console.log(`${fromBlock} to ${toBlock}  sha256:${digest}  ${changes} changes`);
    const { digest, segments, undecided } = await claimDigest(pool);
    console.log(`sha256:${digest}`);
    console.log(`${segments} proof segments, ${undecided} undecided stretches`);
  }
}
