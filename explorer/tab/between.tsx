import { to } from '../app/location.js';
import { get } from '../app/service.js';
import { useAnswer } from '../app/use-answer.js';
import { Answered } from '../part/answered.js';
import { Address, Hash } from '../part/chip.js';
import { Table } from '../part/table.js';
import { Units } from '../part/units.js';
import { When } from '../part/when.js';

/** The newest token transfers between two addresses. */
export function Between({ address, other }: { readonly address: string; readonly other: string }) {
  const answer = useAnswer(
    () =>
      get('addresses/{address}/counterparties/{counterparty}/token-transfers', {
        path: { address, counterparty: other },
        query: { limit: 50 },
      }),
    [address, other],
  );
  return (
    <section class="between">
      <h3>
        Token transfers with <Address address={other} /> <a href={to(`address/${address}/dealings`)}>close</a>
      </h3>
      <Answered answer={answer} what="a transfer">
        {({ transfers }) =>
          transfers.length === 0 ? (
            <p>No token moved between them. They dealt by transactions or payments inside.</p>
          ) : (
            <Table label="Transfers between both" head={['Block', 'Transaction', 'From', '#Amount', 'Token']}>
              {transfers.map((one) => (
                <tr key={`${one.txHash} ${one.logIndex} ${one.tokenId ?? ''}`}>
                  <td>
                    <When block={one.blockNumber} time={one.timestamp} />
                  </td>
                  <td>
                    {one.txHash !== undefined && <Hash hash={one.txHash} href={to(`tx/${one.txHash}`)} />}
                  </td>
                  <td>
                    {one.from === address ? (
                      'this address'
                    ) : one.from === undefined ? (
                      'made'
                    ) : (
                      <Address address={one.from} />
                    )}
                  </td>
                  <td class="number">
                    {one.value !== undefined && <Units units={one.value} decimals={one.token.decimals} />}
                    {one.tokenId !== undefined && <> item {one.tokenId.slice(0, 12)}</>}
                  </td>
                  <td>
                    <Address address={one.token.address} />
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Answered>
    </section>
  );
}
