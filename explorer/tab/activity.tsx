import { useAsOf } from '../app/context.js';
import { to } from '../app/location.js';
import type { TabProps } from '../app/props.js';
import { get } from '../app/service.js';
import { useAnswer } from '../app/use-answer.js';
import { stateOfNone } from '../claim/coverage.js';
import { Answered } from '../part/answered.js';
import { ChainText } from '../part/chain-text.js';
import { Address, Hash } from '../part/chip.js';
import { Mark } from '../part/mark.js';
import { Table } from '../part/table.js';
import { TokenTransfers } from '../part/token-transfers.js';
import { Units } from '../part/units.js';
import { When } from '../part/when.js';

const FEEDS = [
  ['tokens', 'Token transfers'],
  ['transactions', 'Transactions'],
  ['inside', 'Payments inside transactions'],
] as const;
const LIMIT = 25;
const NONE = 'None in the covered blocks.';

/** Three feeds, newest first. The place in a feed is in the address of the page. */
export function ActivityTab({ address, query }: TabProps) {
  const feed = query.get('feed') ?? 'tokens';
  const cursor = query.get('cursor') ?? undefined;
  const Feed = feed === 'transactions' ? Transactions : feed === 'inside' ? Inside : Tokens;
  return (
    <section aria-label="Activity">
      <nav class="tabs" aria-label="Feeds">
        {FEEDS.map(([id, title]) => (
          <a
            key={id}
            href={to(`address/${address}/activity`, { feed: id })}
            aria-current={feed === id ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <p class="quiet">Newest first, always up to the newest block.</p>
      <Feed key={`${feed} ${cursor}`} address={address} cursor={cursor} />
    </section>
  );
}

interface FeedProps {
  readonly address: string;
  readonly cursor: string | undefined;
}

const from = (cursor: string | undefined) => ({ limit: LIMIT, ...(cursor !== undefined && { cursor }) });

function Older({
  address,
  feed,
  cursor,
  next,
}: FeedProps & { readonly feed: string; readonly next: string | undefined }) {
  return (
    <p class="row">
      {cursor !== undefined && <a href={to(`address/${address}/activity`, { feed })}>Newest</a>}
      {next !== undefined && <a href={to(`address/${address}/activity`, { feed, cursor: next })}>Older</a>}
    </p>
  );
}

/** @param kind of the records of which the feed is made */
function Nothing({ kind }: { readonly kind: 'blocks' | 'frames' }) {
  const { coverage } = useAsOf();
  const state = stateOfNone(kind, coverage);
  return (
    <p class="notice">
      <Mark state={state} /> {NONE}
      {coverage && state === 'unknown' && ' Blocks are missing that could have some.'}
    </p>
  );
}

function Transactions({ address, cursor }: FeedProps) {
  const answer = useAnswer(
    () => get('addresses/{address}/transactions', { path: { address }, query: from(cursor) }),
    [],
  );
  return (
    <Answered answer={answer} what="a transaction">
      {({ transactions, nextCursor }) => (
        <>
          {transactions.length === 0 && <Nothing kind="blocks" />}
          {transactions.length > 0 && (
            <Table
              label="Transactions"
              head={['Block', 'Transaction', 'From', 'To', 'Function', '#Ether', 'Outcome']}
            >
              {transactions.map((one) => (
                <tr key={one.hash}>
                  <td>
                    <When block={one.blockNumber} time={one.timestamp} />
                  </td>
                  <td>
                    <Hash hash={one.hash} href={to(`tx/${one.hash}`)} />
                  </td>
                  <td>
                    <Address address={one.from} named={one.from !== address} />
                  </td>
                  <td>
                    {one.to === undefined ? (
                      'creates a contract'
                    ) : (
                      <Address address={one.to} named={one.to !== address} />
                    )}
                  </td>
                  <td>
                    {one.methodName !== undefined ? (
                      <ChainText text={one.methodName} longest={32} />
                    ) : (
                      one.methodId
                    )}
                  </td>
                  <td class="number">
                    <Units units={one.valueWei} decimals={18} />
                  </td>
                  <td>{one.status === 0 ? 'failed' : one.status === 1 ? 'done' : 'unknown'}</td>
                </tr>
              ))}
            </Table>
          )}
          <Older address={address} feed="transactions" cursor={cursor} next={nextCursor} />
        </>
      )}
    </Answered>
  );
}

function Inside({ address, cursor }: FeedProps) {
  const answer = useAnswer(
    () => get('addresses/{address}/internal-transfers', { path: { address }, query: from(cursor) }),
    [],
  );
  return (
    <Answered answer={answer} what="a payment">
      {({ transfers, nextCursor }) => (
        <>
          {transfers.length === 0 && <Nothing kind="frames" />}
          {transfers.length > 0 && (
            <Table
              label="Payments inside transactions"
              head={['Block', 'Transaction', 'From', 'To', '#Ether', 'Call', 'Outcome']}
            >
              {transfers.map((one) => (
                <tr key={`${one.txHash} ${one.callPath}`}>
                  <td>
                    <When block={one.blockNumber} time={one.timestamp} />
                  </td>
                  <td>
                    {one.txHash !== undefined && <Hash hash={one.txHash} href={to(`tx/${one.txHash}`)} />}
                  </td>
                  <td>
                    <Address address={one.from} named={one.from !== address} />
                  </td>
                  <td>
                    {one.to === undefined ? '' : <Address address={one.to} named={one.to !== address} />}
                  </td>
                  <td class="number">
                    <Units units={one.valueWei} decimals={18} />
                  </td>
                  <td>{one.callType}</td>
                  <td>{one.status}</td>
                </tr>
              ))}
            </Table>
          )}
          <Older address={address} feed="inside" cursor={cursor} next={nextCursor} />
        </>
      )}
    </Answered>
  );
}

function Tokens({ address, cursor }: FeedProps) {
  const answer = useAnswer(
    () => get('addresses/{address}/token-transfers', { path: { address }, query: from(cursor) }),
    [],
  );
  return (
    <Answered answer={answer} what="a transfer">
      {({ transfers, nextCursor }) => (
        <>
          {transfers.length === 0 && <Nothing kind="blocks" />}
          {transfers.length > 0 && <TokenTransfers transfers={transfers} of={address} />}
          <Older address={address} feed="tokens" cursor={cursor} next={nextCursor} />
        </>
      )}
    </Answered>
  );
}
