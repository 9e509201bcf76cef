import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import type { AddressRow } from '../../projection/address/address.reader.js';
import type { PresentedAddress } from '../../projection/name/presentation.reader.js';
import { orAbsent } from '../http/record/or-absent.js';
import type { AddressContractBriefDto } from './address-contract-brief.dto.js';
import type { TypeStateDto } from './address-state.dto.js';
import type { AddressSummaryDto } from './address-summary.dto.js';
import { tokenStateRecord } from './token-state.record.js';

/** The record of an address. */
export function addressSummaryRecord(
  { address, presentation, declaration }: PresentedAddress,
  type: TypeStateDto,
  row: AddressRow,
): AddressSummaryDto {
  return {
    chainId: CHAIN_ID,
    address,
    type,
    token: tokenStateRecord(declaration),
    ...presentation,
    ...orAbsent('isContract', row.isContract),
    ...orAbsent('contract', contractBrief(row)),
    ...orAbsent('nativeBalanceWei', row.wei),
    ...orAbsent('nonce', row.nonce),
    ...orAbsent('sentTxCount', row.sentTxCount),
    ...orAbsent('receivedTxCount', row.receivedTxCount),
    ...orAbsent('firstBlock', row.firstBlock),
    ...orAbsent('lastBlock', row.lastBlock),
  };
}

/** An address whose contract was destroyed holds no code: then there is none. */
function contractBrief({ codeHash, delegate, deployBlock }: AddressRow): AddressContractBriefDto | undefined {
  if (codeHash === null) return undefined;
  return {
    codeHash,
    bytecodeVariant: delegate === null ? 'legacy_raw' : 'eip7702',
    isAlive: true,
    ...orAbsent('deployBlock', deployBlock),
    ...orAbsent('delegate', delegate),
  };
}
