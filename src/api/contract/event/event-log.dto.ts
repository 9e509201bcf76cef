import { ApiSchema } from '@nestjs/swagger';
import type { Address, Hash, Hex } from '../../../domain/chain/hex.js';
import type { EventRow } from '../../../records/log/contract-events.reader.js';
import { decodeEvent } from '../../../signature/decode-event.js';
import type { SignatureBook } from '../../../signature/signature-book.js';
import {
  AddressField,
  BytesField,
  ChoiceField,
  CountField,
  HashField,
  HashListField,
  LongField,
  RecordField,
  UnixSecondsField,
} from '../../http/record/field.js';
import { DecodedEventDto } from './decoded-event.dto.js';

const STATUSES = ['verified', 'partial', 'ambiguous', 'inferred', 'abi_missing', 'failed'];

@ApiSchema({ name: 'EventLog', description: 'One log, decoded if a known event fits it.' })
export class EventLogDto {
  @AddressField('Contract that emitted it.')
  readonly address!: Address;

  @LongField('Its block.')
  readonly blockNumber!: number;

  @CountField('Place of its transaction in the block, from 0.')
  readonly txIndex!: number;

  @CountField('Place in the block, from 0.')
  readonly logIndex!: number;

  @CountField('Place in its transaction, from 0.')
  readonly logIndexInTx!: number;

  @HashField('Its transaction.')
  readonly txHash!: Hash;

  @UnixSecondsField('Block time, Unix seconds.')
  readonly timestamp!: number;

  @HashListField('Up to four; the first is the hash of the signature, unless the event is anonymous.')
  readonly topics!: readonly Hash[];

  @BytesField('Data that is not indexed.')
  readonly data!: Hex;

  @ChoiceField(
    STATUSES,
    '`verified`: fits one event whose parameters are known. `partial`: fits one bare signature in only one way. `inferred`: fits one ' +
      'bare signature in several ways, of which the likeliest is given. `ambiguous`: fits several; the most used one is given. ' +
      '`failed`: the signature is known, but topics and data do not fit it. `abi_missing`: no signature is known.',
  )
  readonly decodeStatus!: string;

  @RecordField(() => DecodedEventDto, 'The event.', 'no known event fits')
  readonly decoded?: DecodedEventDto | undefined;
}

/** The record of a log. */
export function eventLogRecord(address: Address, row: EventRow, signatures: SignatureBook): EventLogDto {
  const { topics, data } = row;
  const decoding = decodeEvent(signatures, topics, data);
  return {
    address,
    blockNumber: row.blockNumber,
    txIndex: row.txIndex,
    logIndex: row.logIndex,
    logIndexInTx: row.logIndexInTx,
    txHash: row.txHash,
    timestamp: row.timestamp,
    topics,
    data,
    decodeStatus: decoding.decodeStatus,
    decoded: 'decoded' in decoding ? decoding.decoded : undefined,
  };
}
