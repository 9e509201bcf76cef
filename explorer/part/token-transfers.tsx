import { to } from '../app/location.js';
import { Address, Hash } from './chip.js';
import { Table } from './table.js';
import { Units } from './units.js';
import { When } from './when.js';

interface ShownToken {
  readonly address: string;
  readonly symbol?: string;
  readonly decimals?: number;
}

interface ShownTransfer {
  readonly blockNumber: number;
  /** Unix seconds. */
  readonly timestamp?: number;
  readonly txHash?: string;
  readonly logIndex: number;
  /** `from` is absent where units are made, and `to` where they are burned. */
  readonly from?: string;
  readonly to?: string;
  readonly value?: string;
  readonly tokenId?: string;
  readonly token?: ShownToken;
}

/**
 * Transfers of tokens, in the order given.
 *
 * @param of the address that the page is about: its own name is not repeated
 * @param token of all transfers, which then name none themselves
 */
export function TokenTransfers({
  transfers,
  of,
  token: only,
}: {
  readonly transfers: readonly ShownTransfer[];
  readonly of?: string;
  readonly token?: ShownToken;
}) {
  const head = ['Block', 'Transaction', 'From', 'To', '#Amount'];
  return (
    <Table label="Token transfers" head={only ? head : [...head, 'Token']}>
      {transfers.map(({ token = only, ...one }) => (
        <tr key={`${one.txHash} ${one.logIndex} ${one.tokenId ?? ''}`}>
          <td>
            <When block={one.blockNumber} time={one.timestamp} />
          </td>
          <td>{one.txHash !== undefined && <Hash hash={one.txHash} href={to(`tx/${one.txHash}`)} />}</td>
          <td>{one.from === undefined ? 'made' : <Address address={one.from} named={one.from !== of} />}</td>
          <td>{one.to === undefined ? 'burned' : <Address address={one.to} named={one.to !== of} />}</td>
          <td class="number">
            {one.value !== undefined && (
              <Units units={one.value} decimals={token?.decimals} symbol={only?.symbol} />
            )}
            {one.tokenId !== undefined && (
              <> item {one.tokenId.length > 12 ? `${one.tokenId.slice(0, 10)}…` : one.tokenId}</>
            )}
          </td>
          {!only && <td>{token && <Address address={token.address} />}</td>}
        </tr>
      ))}
    </Table>
  );
}
