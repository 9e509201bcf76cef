import { to } from '../app/location.js';
import { get } from '../app/service.js';
import { useAnswer } from '../app/use-answer.js';
import { Answered } from '../part/answered.js';
import { Address } from '../part/chip.js';
import { TokenTransfers } from '../part/token-transfers.js';

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
        {({ transfers, nextCursor }) =>
          transfers.length === 0 ? (
            <p>
              {nextCursor === undefined
                ? 'No token moved between them. They dealt by transactions or payments inside.'
                : 'None of their newest token transfers is between them. Older ones were not looked at.'}
            </p>
          ) : (
            <TokenTransfers transfers={transfers} of={address} />
          )
        }
      </Answered>
    </section>
  );
}
