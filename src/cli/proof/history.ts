import { requestedAddress } from '../../bundle/claim-options.js';
import { ClaimsOfSetReader } from '../../claims/claims-of-set.reader.js';
import { readConfig } from '../../platform/config/config.js';
import { openDatabase } from '../../runtime/database/open-database.js';
import { noteNetwork } from '../text/network-note.js';
import { textTable } from '../text/text-table.js';
import { requestedSet } from './requested-set.js';

export interface HistoryOptions {
  readonly set?: string;
}

/** Runs `history`. */
export async function run([address = '']: string[], options: HistoryOptions): Promise<void> {
  const subject = requestedAddress(address, '<address>');
  const config = readConfig(process.env);
  noteNetwork(config);
  const database = await openDatabase(config, 'expect');
  try {
    const reader = new ClaimsOfSetReader(database.pool);
    const set = await requestedSet(reader, options.set);
    const rows = (await reader.segmentsOf(set.id, subject)).map((segment) => [
      segment.id,
      segment.counterpart ?? '',
      `${segment.startBlock}`,
      segment.endBlock === null ? 'on' : `${segment.endBlock}`,
      segment.value ?? '',
      `sha256:${segment.proofHash.slice(2)}`,
    ]);
    console.log(`definition set ${set.digest}${set.isServed ? ', served' : ''}\n`);
    console.log(
      rows.length === 0
        ? 'nothing was proven of it'
        : textTable(['claim', 'counterpart', 'from', 'to', 'value', 'proof'], rows),
    );
  } finally {
    await database.close();
  }
}
