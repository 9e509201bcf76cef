import { ApiSchema } from '@nestjs/swagger';
import {
  ChainIdField,
  ChoiceField,
  RecordField,
  RecordListField,
  UtcTimeField,
} from '../../http/record/field.js';
import { QueueCurrentDto } from './queue-current.dto.js';
import { QueuePointDto } from './queue-point.dto.js';

@ApiSchema({ name: 'QueueHistory', description: 'Validator queues over time, one point for each UTC day.' })
export class QueueHistoryDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @RecordField(() => QueueCurrentDto, 'The newest sample.')
  readonly current!: QueueCurrentDto;

  @ChoiceField(['day'], 'There are points for days only.')
  readonly granularity!: 'day';

  @UtcTimeField('When sampling began; points before it are `reconstructed`.')
  readonly observedFrom!: string;

  @RecordListField(() => QueuePointDto, 'Newest first; the first one is still open and equals `current`.', 90)
  readonly points!: readonly QueuePointDto[];
}
