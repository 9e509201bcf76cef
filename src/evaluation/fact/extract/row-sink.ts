import type { VerifiedBlock } from '../../../kernel/chain/block.js';
import { toHex } from '../../../kernel/chain/hex.js';
import type { FactRow } from '../fact-row.js';

/** One block on its way into rows: what extractors of all kinds share. */
export class RowSink {
  readonly rows: FactRow[] = [];
  readonly number: number;
  readonly hash: string;

  constructor(readonly block: VerifiedBlock) {
    this.number = block.header.number;
    this.hash = toHex(block.hash);
  }

  add(row: Omit<FactRow, 'block' | 'opening'>): void {
    this.rows.push({ ...row, block: this.number, opening: false });
  }
}
