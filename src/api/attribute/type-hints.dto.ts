import { ApiSchema } from '@nestjs/swagger';
import { PROXY_FAMILIES, type ProxyFamily, proxyVerdict } from '../../bytecode/proxy-verdict.js';
import { TOKEN_STANDARDS, type TokenStandard } from '../../domain/token/token-standard.js';
import type { TypeHintRow } from '../../projection/token/type-hints.reader.js';
import { ChoiceField, TextListField } from '../http/record/field.js';
import { orAbsent } from '../http/record/or-absent.js';

const ACCOUNT_TYPES = ['externally_owned', 'contract', 'delegated_account', 'undetermined'] as const;

@ApiSchema({
  name: 'TypeHints',
  description: 'What chain records suggest of the kind of address, while nothing of it is proven.',
})
export class TypeHintsDto {
  @ChoiceField(ACCOUNT_TYPES, 'The likeliest sort of account.')
  readonly accountType!: (typeof ACCOUNT_TYPES)[number];

  @TextListField('Basis of the hint: `code`, `transfer_events`, `activity`. Others may come.')
  readonly basis!: readonly string[];

  @ChoiceField(TOKEN_STANDARDS, 'Token standard that its events show.', 'no transfer event was seen')
  readonly tokenStandard?: TokenStandard;

  @ChoiceField(PROXY_FAMILIES, 'How it delegates, by its code and storage.', 'it was not analysed')
  readonly proxyFamily?: ProxyFamily;
}

/**
 * The type that stored rows suggest: code takes precedence over emitted events, and these over sent
 * transactions.
 */
export function typeHintsRecord(row: TypeHintRow): TypeHintsDto {
  const basis = [
    ...(row.code === null ? [] : ['code']),
    ...(row.tokenStandard === null ? [] : ['transfer_events']),
    ...(row.hasSent ? ['activity'] : []),
  ];
  return {
    accountType: accountType(row),
    basis,
    ...orAbsent('tokenStandard', row.tokenStandard),
    ...(row.proxyPattern && {
      proxyFamily: proxyVerdict(row.proxyPattern, new Set(row.slotsHeld)).family,
    }),
  };
}

function accountType({ code, tokenStandard, hasSent }: TypeHintRow): TypeHintsDto['accountType'] {
  if (code === 'delegation') return 'delegated_account';
  // Only contracts emit events.
  if (code === 'contract' || tokenStandard !== null) return 'contract';
  return hasSent ? 'externally_owned' : 'undetermined';
}
