import { ApiSchema } from '@nestjs/swagger';
import { ChainIdField, CursorField, RecordField, RecordListField } from '../../http/record/field.js';
import { TransferTokenDto } from '../described/transfer-token.dto.js';
import { TokenTransferDto } from './token-transfer.dto.js';

@ApiSchema({ name: 'TokenTransfers', description: 'A page of the transfers of one token.' })
export class TokenTransfersDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @RecordField(() => TransferTokenDto, 'The token.')
  readonly token!: TransferTokenDto;

  @RecordListField(() => TokenTransferDto, 'Newest first; of a batch the last element first.', 100)
  readonly transfers!: readonly TokenTransferDto[];

  @CursorField('Continues this request after the last row.', 'this is the last page')
  readonly nextCursor?: string;
}
