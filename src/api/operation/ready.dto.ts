import { ApiSchema } from '@nestjs/swagger';
import { ChoiceField, RecordListField, TextField } from '../http/record/field.js';

@ApiSchema({ name: 'ReadyCheck', description: 'One dependency.' })
export class ReadyCheckDto {
  @TextField('Name of the dependency.')
  readonly name!: string;

  @ChoiceField(['ok'], 'Always `ok`.')
  readonly status!: 'ok';
}

@ApiSchema({ name: 'Ready', description: 'Every dependency answers.' })
export class ReadyDto {
  @ChoiceField(['ready'], 'Always `ready`.')
  readonly status!: 'ready';

  @RecordListField(() => ReadyCheckDto, 'What was checked.')
  readonly checks!: readonly ReadyCheckDto[];
}
