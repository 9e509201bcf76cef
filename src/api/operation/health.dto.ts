import { ApiSchema } from '@nestjs/swagger';
import { ChoiceField, TextField } from '../http/record/field.js';

@ApiSchema({ name: 'Health', description: 'The process answers.' })
export class HealthDto {
  @ChoiceField(['ok'], 'Always `ok`.')
  readonly status!: 'ok';

  @TextField('Release of the service, and of the interface.')
  readonly version!: string;
}
