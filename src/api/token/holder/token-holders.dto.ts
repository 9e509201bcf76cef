import { ApiSchema } from '@nestjs/swagger';
import {
  ChainIdField,
  ChoiceField,
  CursorField,
  RecordField,
  RecordListField,
} from '../../http/record/field.js';
import { TransferTokenDto } from '../described/transfer-token.dto.js';
import { TokenHolderDto } from './token-holder.dto.js';

export const TRANSFER_SUM = 'transfer_sum';

@ApiSchema({ name: 'TokenHolders', description: 'A page of the holders of a token.' })
export class TokenHoldersDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @RecordField(() => TransferTokenDto, 'The token.')
  readonly token!: TransferTokenDto;

  @ChoiceField(
    [TRANSFER_SUM],
    'Balances are sums of transfer events: where a token moves without one, they follow its events.',
  )
  readonly balanceBasis!: typeof TRANSFER_SUM;

  @RecordListField(
    () => TokenHolderDto,
    'The largest balance first, equal ones by address; only positive ones.',
    100,
  )
  readonly holders!: readonly TokenHolderDto[];

  @CursorField('Continues this request after the last row.', 'this is the last page')
  readonly nextCursor?: string;
}
