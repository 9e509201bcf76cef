import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { MAINNET_GENESIS } from '../../domain/chain/protocol/genesis.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { type BlockSource, type Genesis, withoutAllocation } from '../append/verified-source.js';
import type { BlockRefused } from '../verify/finding/block-refused.js';
import { type Parent, verifyAgainstParent } from '../verify/parent-rules.js';
import type { ArchiveFile } from './archive-file.js';
import { readBody, readReceipts, readSlimReceipts } from './archived-block.js';
import { BadArchive } from './bad-archive.js';
import { verifyArchivedBlock } from './verify-archived-block.js';

/** The blocks of one archive, verified. */
export class ArchivedSource implements BlockSource {
  /** Reading a file blocks this thread, so more at a time would gain nothing. */
  readonly width = 1;

  constructor(
    private readonly file: ArchiveFile,
    private readonly schedule: ForkSchedule,
    private readonly genesis: Genesis = withoutAllocation(MAINNET_GENESIS),
  ) {
    if (!file.has('header') || !file.has('body') || !(file.has('receipts') || file.has('slimReceipts')))
      throw new BadArchive(`${file.name} has no receipts: take the file of the default profile`);
  }

  /** @throws BlockRefused */
  async block(number: number): Promise<VerifiedBlock> {
    const { file, schedule, genesis } = this;
    const position = number - file.range.fromBlock;
    const allocation = number === genesis.number ? await genesis.allocation() : undefined;
    const receipts = file.has('slimReceipts')
      ? readSlimReceipts(file.part('slimReceipts', position))
      : readReceipts(file.part('receipts', position));
    return verifyArchivedBlock(
      { header: file.part('header', position), ...readBody(file.part('body', position)), receipts },
      { number, schedule, first: genesis, ...(allocation && { allocation }) },
    );
  }

  /** No other source is left to ask. */
  distrust(refused: BlockRefused): never {
    throw refused;
  }

  /** Whether a block may follow another; see `verifyAgainstParent`. @throws BlockRefused */
  follows(parent: Parent, block: VerifiedBlock): boolean {
    verifyAgainstParent(parent, block, this.schedule);
    return true;
  }
}
