import { ApiSchema } from '@nestjs/swagger';
import { FlagField } from '../http/record/field.js';

@ApiSchema({ name: 'Erc20Interface', description: 'Which view functions of ERC-20 the code answers.' })
export class Erc20InterfaceDto {
  @FlagField('`decimals()`.')
  readonly hasDecimals!: boolean;

  @FlagField('`symbol()`.')
  readonly hasSymbol!: boolean;

  @FlagField('`name()`.')
  readonly hasName!: boolean;

  @FlagField('`totalSupply()`.')
  readonly hasTotalSupply!: boolean;
}
