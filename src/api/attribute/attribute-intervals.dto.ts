import { ApiSchema } from '@nestjs/swagger';
import type { ProvenInterval } from '../../claims/claim-history.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import {
  AddressField,
  ChainIdField,
  FlagField,
  ProofHashField,
  RecordListField,
  TextListField,
  UnixSecondsField,
} from '../http/record/field.js';
import { orAbsent } from '../http/record/or-absent.js';
import { AttributeIntervalDto, attributeInterval } from './attribute-interval.dto.js';

@ApiSchema({
  name: 'AttributeProvenInterval',
  description: 'Interval of blocks in which an attribute held, with their times and a proof.',
})
class AttributeProvenIntervalDto extends AttributeIntervalDto {
  @UnixSecondsField('Time of `startBlock`, Unix seconds.')
  readonly startTime!: number;

  @UnixSecondsField('Time of `endBlock`, Unix seconds.', 'it still holds at the end of what is covered')
  readonly endTime?: number;

  @ProofHashField(
    'The proof that carried it at the end of the interval. In earlier blocks of it another proof may have carried it.',
  )
  readonly proofHash!: string;
}

@ApiSchema({
  name: 'AttributeIntervals',
  description: 'The intervals in which attributes of one address held, with times and proofs.',
})
export class AttributeIntervalsDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The address.')
  readonly address!: Address;

  @RecordListField(() => AttributeProvenIntervalDto, 'Ascending by start, then id.', 1000)
  readonly intervals!: readonly AttributeProvenIntervalDto[];

  @TextListField('Families whose attributes are listed; for other families it is unknown whether they held.')
  readonly coveredFamilies!: readonly string[];

  @FlagField('Whether the list was cut at `limit`; it is the beginning of the history then.')
  readonly truncated!: boolean;
}

export function attributeProvenInterval(interval: ProvenInterval): AttributeProvenIntervalDto {
  const { startTime, endTime, proofHash } = interval;
  return { ...attributeInterval(interval), startTime, ...orAbsent('endTime', endTime), proofHash };
}
