import { ApiSchema } from '@nestjs/swagger';
import type { Movement } from '../../../projection/token/token-transfers.reader.js';
import { CountField } from '../../http/record/field.js';
import { MovementDto, movementRecord } from './movement.dto.js';

@ApiSchema({ name: 'TokenTransfer', description: 'One movement of a token.' })
export class TokenTransferDto extends MovementDto {
  @CountField('Place in a batch, from 0.', 'not of a batch')
  readonly batchIndex?: number | undefined;
}

/** The record of a transfer among those of its token. */
export function tokenTransferRecord(row: Movement): TokenTransferDto {
  return { ...movementRecord(row), batchIndex: row.shape === 'erc1155_batch' ? row.batchIndex : undefined };
}
