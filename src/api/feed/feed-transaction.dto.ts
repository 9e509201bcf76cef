import { ApiSchema } from '@nestjs/swagger';
import type { Address, Hash } from '../../domain/chain/hex.js';
import type { AddressTransactionRow } from '../../records/transaction/address-transactions.reader.js';
import type { SignatureBook } from '../../signature/signature-book.js';
import {
  AddressField,
  AmountField,
  ChoiceField,
  CountField,
  HashField,
  LongField,
  SelectorField,
  StatusField,
  TextField,
  UnixSecondsField,
} from '../http/record/field.js';
import { calledMethod } from '../transaction/called-method.js';
import { feeOf } from '../transaction/transaction-fees.js';
import { FEED_ROLES, type FeedRole, partOf } from './feed-role.js';

@ApiSchema({ name: 'FeedTransaction', description: 'One transaction as the feed of an address shows it.' })
export class FeedTransactionDto {
  @HashField('Hash of the transaction.')
  readonly hash!: Hash;

  @LongField('Its block.')
  readonly blockNumber!: number;

  @CountField('Place in the block, from 0.')
  readonly txIndex!: number;

  @UnixSecondsField('Block time, Unix seconds.')
  readonly timestamp!: number;

  @AddressField('Sender.')
  readonly from!: Address;

  @AmountField('Value sent at the top level, wei.')
  readonly valueWei!: string;

  @AmountField('Fee paid, blob fee included, wei.')
  readonly feeWei!: string;

  @LongField('Nonce of the sender.')
  readonly nonce!: number;

  @CountField('EIP-2718 type.')
  readonly txType!: number;

  @CountField('Length of the call data, bytes.')
  readonly inputSize!: number;

  @AmountField('Gas used.')
  readonly gasUsed!: string;

  @ChoiceField(FEED_ROLES, 'Role of the address in it.')
  readonly role!: FeedRole;

  @AddressField('Recipient at the top level.', 'it creates a contract')
  readonly to?: Address | undefined;

  @AddressField('The other side.', 'it creates a contract, or the address sent it to itself')
  readonly counterparty?: Address | undefined;

  @AmountField('Price paid per gas, wei.', 'not stated')
  readonly gasPrice?: string | undefined;

  @SelectorField('First four bytes of the call data.', 'a creation, or too little call data for a selector')
  readonly methodId?: string | undefined;

  @TextField('Name of the function called.', 'not known; never guessed')
  readonly methodName?: string | undefined;

  @StatusField('1 success, 0 failure.', 'not known')
  readonly status?: number | undefined;
}

/** The record of a transaction in the feed of an address. */
export function feedTransactionRecord(
  row: AddressTransactionRow,
  address: Address,
  signatures: SignatureBook,
): FeedTransactionDto {
  const { role, counterparty } = partOf(address, row.from, row.to);
  const { methodId, methodName } = calledMethod(row, signatures);
  return {
    hash: row.hash,
    blockNumber: row.blockNumber,
    txIndex: row.txIndex,
    timestamp: row.timestamp,
    from: row.from,
    valueWei: row.value,
    // INVARIANT: a block that may contain blobs has a price for them.
    feeWei: feeOf(row, row)!,
    nonce: row.nonce,
    txType: row.type,
    inputSize: row.inputSize,
    gasUsed: row.gasUsed,
    role,
    to: row.to ?? undefined,
    counterparty,
    gasPrice: row.effectiveGasPrice,
    methodId,
    methodName,
    status: row.status ?? undefined,
  };
}
