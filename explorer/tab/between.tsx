import { useState } from 'preact/hooks';
import { to } from '../app/location.js';
import { get } from '../app/service.js';
import { useAnswer } from '../app/use-answer.js';
import { Answered } from '../part/answered.js';
import { Address } from '../part/chip.js';
import { Mark } from '../part/mark.js';
import { TokenTransfers } from '../part/token-transfers.js';

const LIMIT = 50;

/** The token transfers between two addresses, newest first, page by page. */
export function Between({ address, other }: { readonly address: string; readonly other: string }) {
  const [cursor, setCursor] = useState<string | undefined>();
  const answer = useAnswer(
    () =>
      get('addresses/{address}/counterparties/{counterparty}/token-transfers', {
        path: { address, counterparty: other },
        query: { limit: LIMIT, ...(cursor !== undefined && { cursor }) },
      }),
    [address, other, cursor],
  );
  return (
    <section class="between">
      <h3>
        Token transfers with <Address address={other} /> <a href={to(`address/${address}/dealings`)}>close</a>
      </h3>
      <Answered answer={answer} what="a transfer">
        {({ transfers, nextCursor }) => (
          <>
            {transfers.length === 0 ? (
              <None isFirst={cursor === undefined} isLast={nextCursor === undefined} />
            ) : (
              <TokenTransfers transfers={transfers} of={address} />
            )}
            <p class="row">
              {cursor !== undefined && (
                <button type="button" onClick={() => setCursor(undefined)}>
                  Newest
                </button>
              )}
              {nextCursor !== undefined && (
                <button type="button" onClick={() => setCursor(nextCursor)}>
                  Older
                </button>
              )}
            </p>
          </>
        )}
      </Answered>
    </section>
  );
}

/** What it means that a page has no transfer. Where blocks are missing among those of a page, it is refused instead. */
function None({ isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean }) {
  if (!isLast) return <p>None of the transfers that were looked at is between them. There are older ones.</p>;
  return (
    <p class="notice">
      <Mark state="not-proven" />{' '}
      {isFirst
        ? 'No token moved between them. They dealt by transactions or payments inside.'
        : 'There is no older one.'}
    </p>
  );
}
