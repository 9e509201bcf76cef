import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import type { AddressRow } from '../../projection/address/address.reader.js';
import type { PresentedAddress } from '../../projection/name/presentation.reader.js';
import {
  AddressField,
  AmountField,
  ChainIdField,
  FlagField,
  LongField,
  RecordField,
  TextField,
} from '../http/record/field.js';
import { orAbsent } from '../http/record/or-absent.js';
import { AddressContractBriefDto } from './address-contract-brief.dto.js';
import { TokenStateDto, TypeStateDto, tokenStateRecord } from './address-state.dto.js';

const NOT_COUNTED = 'more than 10,000, or blocks are missing';
const NEVER_ACTIVE = 'no activity is indexed';

@ApiSchema({
  name: 'AddressSummary',
  description: 'Summary of one address. Every well-formed address has one.',
})
export class AddressSummaryDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The address.')
  readonly address!: Address;

  @RecordField(() => TypeStateDto, 'What has been proven about the kind of address.')
  readonly type!: TypeStateDto;

  @RecordField(() => TokenStateDto, 'Token metadata held for the address.')
  readonly token!: TokenStateDto;

  @TextField('Name the address is shown under.', 'the service has no name for it')
  readonly name?: string;

  @TextField(
    'The standing of the name, as `resolve` has it. Values may be added.',
    'the service has no name for it',
  )
  readonly nameStanding?: string;

  @TextField('Symbol of the asset the address is flagged as imitating.', 'it is not flagged')
  readonly impersonates?: string;

  @FlagField(
    'Whether code is held at the address; a delegation designator counts.',
    'missing state diffs could decide it',
  )
  readonly isContract?: boolean;

  @RecordField(() => AddressContractBriefDto, 'The code held.', 'no code is held, or it is not known')
  readonly contract?: AddressContractBriefDto;

  @AmountField('Native balance, wei.', 'not recorded')
  readonly nativeBalanceWei?: string;

  @LongField('Nonce of the account.', 'not recorded')
  readonly nonce?: number;

  @LongField('Transactions sent.', NOT_COUNTED)
  readonly sentTxCount?: number;

  @LongField('Transactions received at the top level.', NOT_COUNTED)
  readonly receivedTxCount?: number;

  @LongField(
    'First stored block in which it sent or received a transaction, an internal or a token transfer, emitted a log, or got code.',
    NEVER_ACTIVE,
  )
  readonly firstBlock?: number;

  @LongField('Last such block; losing its code counts too.', NEVER_ACTIVE)
  readonly lastBlock?: number;
}

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

/** The contract of an address; absent where it has no code, as after a destruction. */
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
