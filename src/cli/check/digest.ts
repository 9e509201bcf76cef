import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { claimDigest } from '../../engine/store/claim-digest.js';
import { spanDigests } from '../../engine/store/span-digests.js';
import { WholeDatabase } from '../../runtime/projection/whole-database.js';
import { CommandModule } from '../command/command.module.js';

const SPAN_BLOCKS = 1_024;

export interface DigestOptions {
  readonly spans?: boolean;
}

/** `digest`. */
@Module({ imports: [CommandModule], providers: [WholeDatabase] })
export class Digest {
  constructor(private readonly database: WholeDatabase) {}

  async run({ spans = false }: DigestOptions): Promise<void> {
    const pool = await this.database.open();
    await (spans ? printSpans(pool) : printWhole(pool));
  }
}

async function printWhole(pool: Pool): Promise<void> {
  const { digest, segments, undecided } = await claimDigest(pool);
  console.log(`sha256:${digest}`);
  console.log(`${segments} proof segments, ${undecided} undecided ranges`);
}

async function printSpans(pool: Pool): Promise<void> {
  for await (const { fromBlock, toBlock, blocks, changes, digest, seal } of spanDigests(pool, SPAN_BLOCKS))
    console.log(
      `${fromBlock} to ${toBlock}  sha256:${digest}  ${blocks} blocks, ${changes} changes  seal sha256:${seal}`,
    );
}
