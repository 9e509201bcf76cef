import type { Address } from '../../../domain/chain/hex.js';
import { idInvalid, listTooLong } from '../../refusal/parameter-refusals.js';
import { parameter } from './parameter.decorator.js';

const CLAIM = /^(?:(?!relation:)[a-z0-9_]+(?::[a-z0-9_]+)+|relation:[a-z0-9_]+(?:\/0[xX][0-9a-fA-F]{40})?)$/;
const MAX_LENGTH = 200;

/** An attribute, or a relation to a counterpart; without a counterpart to any. */
export interface RequestedClaim {
  readonly id: string;
  readonly counterpart?: Address;
}

/** Claims of one address, joined by commas. A repeated claim counts once. */
export const ClaimListParameter = (most: number): PropertyDecorator =>
  parameter({
    place: 'query',
    isRequired: true,
    description: `One to ${most} claims joined by commas: ids of attributes, and relations as \`relation:owned_by\` or \`relation:owned_by/0x…\` with their counterpart.`,
    schema: { type: 'string', minLength: 3 },
    kind: 'claims',
    rules: [
      {
        reason: 'definition_id_invalid',
        isMet: (text = '') => text.split(',').every((one) => one.length <= MAX_LENGTH && CLAIM.test(one)),
        refusal: (name, text) =>
          idInvalid(
            'definition_id_invalid',
            name,
            text,
            'family:name, relation:name or relation:name/0x…, joined by commas',
          ),
      },
      {
        reason: 'limit_out_of_range',
        isMet: (text = '') => text.split(',').length <= most,
        refusal: (name, text) => listTooLong(name, text.split(',').length, most),
      },
    ],
    value: (text = ''): readonly RequestedClaim[] => [...new Set(text.toLowerCase().split(','))].map(claimOf),
  });

function claimOf(text: string): RequestedClaim {
  const [id = '', counterpart] = text.split('/');
  return { id, ...(counterpart !== undefined && { counterpart: counterpart as Address }) };
}
