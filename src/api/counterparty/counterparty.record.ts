import type { CounterpartyRow } from '../../projection/counterparty/counterparties.reader.js';
import { type CounterpartyDto, SURFACES } from './counterparty.dto.js';

/** The record of a counterparty. */
export function counterpartyRecord(row: CounterpartyRow): CounterpartyDto {
  const counts = { external: row.externalCount, internal: row.internalCount, token: row.tokenCount };
  const surfaces = SURFACES.filter((surface) => counts[surface] > 0);
  return {
    counterparty: row.counterparty,
    succeededTxCount: row.succeededCount,
    interactionTxCount: row.txCount,
    sentTxCount: row.sentCount,
    receivedTxCount: row.receivedCount,
    firstBlock: row.firstBlock,
    lastBlock: row.lastBlock,
    surfaces,
    surfaceCounts: Object.fromEntries(surfaces.map((surface) => [surface, counts[surface]])),
    ...(counts.token > 0 && { tokenClasses: row.tokenClasses }),
  };
}
