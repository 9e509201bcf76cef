import { ApiSchema } from '@nestjs/swagger';
import { CountField } from '../../http/record/field.js';
import { MovementDto } from './movement.dto.js';

@ApiSchema({ name: 'TokenTransfer', description: 'One movement of a token.' })
export class TokenTransferDto extends MovementDto {
  @CountField('Place in a batch, from 0.', 'not of a batch')
  readonly batchIndex?: number;
}
