import { ChainText } from './chain-text.js';
import { Address } from './chip.js';

interface Argument {
  readonly name?: string;
  readonly type?: string;
  readonly value?: unknown;
}

/** Arguments of a decoded event, with the names of addresses. Other values are text of the chain. */
export function EventArguments({ values }: { readonly values: readonly Argument[] }) {
  return (
    <span class="break">
      (
      {values.map(({ name, type, value }, at) => (
        <span key={`${at} ${name}`}>
          {at > 0 && ', '}
          {name !== undefined && name !== '' && <span class="quiet">{name}: </span>}
          {type === 'address' && typeof value === 'string' ? (
            <Address address={value} />
          ) : (
            <ChainText text={typeof value === 'string' ? value : JSON.stringify(value)} longest={120} />
          )}
        </span>
      ))}
      )
    </span>
  );
}
