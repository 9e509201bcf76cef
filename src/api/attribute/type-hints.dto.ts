import { ApiSchema } from '@nestjs/swagger';
import { PROXY_FAMILIES, type ProxyFamily } from '../../bytecode/proxy-verdict.js';
import { TOKEN_STANDARDS, type TokenStandard } from '../../domain/token/token-standard.js';
import { ChoiceField, TextListField } from '../http/record/field.js';

const ACCOUNT_TYPES = ['externally_owned', 'contract', 'delegated_account', 'undetermined'] as const;

@ApiSchema({
  name: 'TypeHints',
  description: 'What chain records suggest of the kind of address, while nothing of it is proven.',
})
export class TypeHintsDto {
  @ChoiceField(ACCOUNT_TYPES, 'The likeliest sort of account.')
  readonly accountType!: (typeof ACCOUNT_TYPES)[number];

  @TextListField('What that rests on: `code`, `transfer_events`, `activity`. Others may come.')
  readonly basis!: readonly string[];

  @ChoiceField(TOKEN_STANDARDS, 'Token standard that its events show.', 'no transfer event was seen')
  readonly tokenStandard?: TokenStandard;

  @ChoiceField(PROXY_FAMILIES, 'How it delegates, by its code and storage.', 'it was not analysed')
  readonly proxyFamily?: ProxyFamily;
}
