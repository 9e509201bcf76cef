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
import { type Direction, DirectionField } from './relation.dto.js';
import { RelationIntervalDto, relationInterval } from './relation-interval.dto.js';

@ApiSchema({
  name: 'RelationProvenInterval',
  description: 'Interval of blocks in which a relation held, with their times and a proof.',
})
class RelationProvenIntervalDto extends RelationIntervalDto {
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
  name: 'RelationIntervals',
  description: 'The intervals in which relations of one address held, with times and proofs.',
})
export class RelationIntervalsDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The address.')
  readonly address!: Address;

  @DirectionField
  readonly direction!: Direction;

  @RecordListField(() => RelationProvenIntervalDto, 'Ascending by start, then id and counterpart.', 1000)
  readonly intervals!: readonly RelationProvenIntervalDto[];

  @TextListField('Ids of the relations that are listed; for other relations it is unknown whether they held.')
  readonly coveredFamilies!: readonly string[];

  @FlagField('Whether the list was cut at `limit`; it is the beginning of the history then.')
  readonly truncated!: boolean;
}

export function relationProvenInterval(interval: ProvenInterval): RelationProvenIntervalDto {
  const { startTime, endTime, proofHash } = interval;
  return { ...relationInterval(interval), startTime, ...orAbsent('endTime', endTime), proofHash };
}
