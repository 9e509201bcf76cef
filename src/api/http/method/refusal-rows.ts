import type { RefusalCode } from '../../../domain/refusal/refusal-code.js';
import { parametersOf } from '../parameter/parameter.decorator.js';
import { STATUS_OF, STATUS_OF_REASON } from '../refusal/refusal-status.js';
import {
  type ChainMethod,
  type DocumentedMethod,
  isChainMethod,
  isMessageMethod,
} from './documented-method.js';

/** One row of `x-errors`: a refusal of an operation with its reasons. */
export interface RefusalRow {
  readonly status: number;
  readonly code: RefusalCode;
  readonly reasons: readonly string[];
  readonly when?: string;
}

/** Every refusal a method can give, ascending by status. */
export function refusalRows(method: DocumentedMethod): readonly RefusalRow[] {
  const rows: RefusalRow[] = [
    { status: 400, code: 'bad_request', reasons: badRequestReasons(method) },
    { status: 405, code: 'method_not_allowed', reasons: [] },
    { status: 414, code: 'uri_too_long', reasons: ['uri_too_long'] },
    { status: 500, code: 'internal_error', reasons: [] },
    ...(isChainMethod(method) ? chainRows(method) : []),
    ...(isMessageMethod(method) ? [...accessRows(method), UNAVAILABLE] : []),
  ];
  return rows.sort((a, b) => a.status - b.status);
}

const UNAVAILABLE: RefusalRow = {
  status: 503,
  code: 'service_unavailable',
  reasons: [],
  when: 'The data behind the method is not available yet.',
};

function chainRows(method: ChainMethod): RefusalRow[] {
  return [
    ...accessRows(method),
    { status: 404, code: 'chain_not_supported', reasons: [] },
    UNAVAILABLE,
    ...method.refusals.map((refusal) => ({ status: STATUS_OF[refusal.code], ...refusal })),
  ];
}

/** Refusals of the access check; only messages are refused by origin. */
function accessRows(method: DocumentedMethod): RefusalRow[] {
  const reasons = Object.entries(STATUS_OF_REASON).filter(
    ([reason]) => isMessageMethod(method) || reason !== 'origin_not_allowed',
  );
  return [...new Set(reasons.map(([, status]) => status))].map((status) => ({
    status,
    code: 'bad_request',
    reasons: reasons.filter(([, one]) => one === status).map(([reason]) => reason),
  }));
}

function badRequestReasons(method: DocumentedMethod): string[] {
  const parameters = parametersOf(method.parameters);
  const repeatable = parameters.some(({ place }) => place === 'query');
  return [
    'unknown_parameter',
    ...(repeatable ? ['repeated_parameter'] : []),
    'encoding_invalid',
    ...(isMessageMethod(method) ? ['body_invalid'] : []),
    // Two addresses in one call have the same reason.
    ...new Set(parameters.flatMap(({ rules }) => rules.map(({ reason }) => reason))),
  ];
}
