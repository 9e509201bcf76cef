import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../../domain/chain/hex.js';
import { AddressField, ChainIdField, CursorField, RecordListField } from '../../http/record/field.js';
import { EventLogDto } from './event-log.dto.js';

@ApiSchema({ name: 'ContractEvents', description: 'A page of the logs of one contract.' })
export class ContractEventsDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The contract.')
  readonly address!: Address;

  @RecordListField(() => EventLogDto, 'Newest first.', 100)
  readonly events!: readonly EventLogDto[];

  @CursorField('Continues this request after the last row.', 'this is the last page')
  readonly nextCursor?: string;
}
