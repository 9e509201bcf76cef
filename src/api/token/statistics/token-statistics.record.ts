import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import type { TokenStatisticsRow } from '../../../projection/token/token-statistics.reader.js';
import { orAbsent } from '../../http/record/or-absent.js';
import type { TokenStatisticsDto } from './token-statistics.dto.js';

/** The record of what a token did. */
export function tokenStatisticsRecord(address: string, row: TokenStatisticsRow): TokenStatisticsDto {
  return {
    chainId: CHAIN_ID,
    address,
    standard: row.standard,
    transferCount: row.transfers,
    firstTransferBlock: row.firstTransfer,
    lastTransferBlock: row.lastTransfer,
    windows: row.windows,
    holderCount: row.holdersEver,
    currentHolderCount: row.holders,
    mintCount: row.mints,
    burnCount: row.burns,
    ...orAbsent('mintedAmount', row.minted),
    ...orAbsent('burnedAmount', row.burned),
  };
}
