import type { WrittenPredicate } from '../../claims/definition.reader.js';

/** Default description of a predicate, for one without a description of its own. */
export function describePredicate(predicate: WrittenPredicate): string {
  const { operator, dep, binding } = predicate;
  const of = text(predicate.of ?? 'subject');
  switch (operator) {
    case 'holds':
      return `${text(dep)} is proven of ${of}.`;
    case 'absent':
      return dep === undefined
        ? `There is no ${sourceOf(predicate)}.`
        : `${text(dep)} is not proven of ${of}.`;
    case 'in':
    case 'not_in':
      return `${of} is ${operator === 'in' ? '' : 'not '}in the list ${text(binding)}.`;
    case 'code_hash_in':
    case 'fingerprint_in':
      return `The code is in the list ${text(binding)}.`;
    case 'build_in':
      return `The code is a build in the list ${text(binding)}, apart from its immutables and the metadata at its end.`;
    case 'imitates':
      return `${of} is or looks like a name in the list ${text(binding)}.`;
    case 'selectors_all':
    case 'selectors_none':
      return `The code answers ${operator === 'selectors_all' ? 'all' : 'none'} of the functions expected.`;
    case 'instructions_all':
    case 'instructions_none':
      return `Execution of the code may reach ${operator === 'instructions_all' ? 'all' : 'none'} of the instructions expected.`;
    case 'returns':
      return `The contract answers this call (${text((predicate.view as { signature?: unknown } | undefined)?.signature)}).`;
    case 'delegates':
      return predicate.call === undefined
        ? 'Calls that the code does not dispatch are delegated to one account.'
        : 'Calls of one function, and not every call, are delegated to one account.';
    case 'exists':
    case 'latest':
    case 'slot_address':
    case 'log_within_frame':
      return `There is a ${sourceOf(predicate)}.`;
    default:
      return `${of} is compared by ${operator}.`;
  }
}

const SOURCES: Readonly<Record<string, string>> = {
  code: 'code',
  storage: 'storage slot',
  log: 'log of this shape',
  log_state: 'state told by logs of this shape',
  frame: 'call frame of this kind',
  tx: 'transaction of this kind',
  header: 'block header of this kind',
  withdrawal: 'withdrawal',
  read: 'answer to this call',
};

function sourceOf(predicate: WrittenPredicate): string {
  const kind = Object.keys(SOURCES).find((key) => predicate[key] !== undefined);
  const name = kind === undefined ? undefined : predicate[kind];
  return `${SOURCES[kind ?? ''] ?? 'such fact'}${typeof name === 'string' ? ` (${name})` : ''}`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
