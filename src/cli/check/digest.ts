import { Module } from '@nestjs/common';
import { claimDigest } from '../../engine/store/claim-digest.js';
import { Database } from '../../runtime/database/database.js';
import { CommandModule } from '../command/command.module.js';

/** `digest`. */
@Module({ imports: [CommandModule] })
export class Digest {
  constructor(private readonly database: Database) {}

  async run(): Promise<void> {
    const { pool } = await this.database.open('expect');
    const { digest, segments, undecided } = await claimDigest(pool);
    console.log(`sha256:${digest}`);
    console.log(`${segments} proof segments, ${undecided} undecided stretches`);
  }
}
