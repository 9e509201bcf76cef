import { ApiSchema } from '@nestjs/swagger';
import type { PresentedAddress } from '../../projection/name/presentation.reader.js';
import { ChoiceField, TextField, TextListField } from '../http/record/field.js';
import { orAbsent } from '../http/record/or-absent.js';

const TYPE_STATES = ['known', 'unknown', 'unavailable'] as const;
const TOKEN_STATES = ['found', 'absent', 'unavailable'] as const;

@ApiSchema({ name: 'TypeState', description: 'What has been proven about the kind of address.' })
export class TypeStateDto {
  @ChoiceField(
    TYPE_STATES,
    '`unknown`: not evaluated, which denies nothing; `unavailable`: cannot be looked up now.',
  )
  readonly state!: (typeof TYPE_STATES)[number];

  @TextListField('Ids of the attributes proven.', 'the state is not `known`')
  readonly attributes?: readonly string[];
}

@ApiSchema({ name: 'TokenState', description: 'Token metadata held for the address.' })
export class TokenStateDto {
  @ChoiceField(
    TOKEN_STATES,
    '`absent`: no metadata is stored, which does not mean that the address is no token; `unavailable`: cannot be ' +
      'looked up now.',
  )
  readonly state!: (typeof TOKEN_STATES)[number];

  @TextField('Symbol as the token declares it; not verified.', 'none declared, or none held')
  readonly symbol?: string;

  @TextField('Name as the token declares it; not verified.', 'none declared, or none held')
  readonly name?: string;
}

/** The stored data of an address as a token. */
export function tokenStateRecord(declaration: PresentedAddress['declaration']): TokenStateDto {
  if (declaration === undefined) return { state: 'absent' };
  if (declaration === 'unavailable') return { state: 'unavailable' };
  return {
    state: 'found',
    ...orAbsent('symbol', declaration.symbol),
    ...orAbsent('name', declaration.name),
  };
}
