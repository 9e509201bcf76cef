import { ApiSchema } from '@nestjs/swagger';
import type { Network } from '../../domain/chain/record/network.js';
import { ChainIdField, ChoiceField, LongField, TextField } from '../http/record/field.js';

@ApiSchema({ name: 'Network', description: 'Which chain the service serves.' })
export class NetworkDto {
  @ChainIdField('Always 1.')
  readonly chainId!: 1;

  @ChoiceField(
    ['demo', 'mainnet'],
    '`demo`: a chain that the service started by itself. `mainnet`: Ethereum mainnet, as the nodes of the service state it.',
  )
  readonly network!: Network;

  @LongField('Lowest block that exists here.')
  readonly firstBlock!: number;

  @TextField('What that means, in a sentence.')
  readonly description!: string;
}
