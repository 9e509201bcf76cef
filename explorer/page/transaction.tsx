import { useEffect } from 'preact/hooks';
import { go, to } from '../app/location.js';
import type { PageProps } from '../app/props.js';
import { type Data, get } from '../app/service.js';
import { useAnswer } from '../app/use-answer.js';
import { Answered } from '../part/answered.js';
import { Badge } from '../part/badge.js';
import { CallTree } from '../part/call-tree.js';
import { ChainText } from '../part/chain-text.js';
import { Address } from '../part/chip.js';
import { FundFlow } from '../part/fund-flow.js';
import { Units } from '../part/units.js';
import { When } from '../part/when.js';
import { grouped } from '../text/amount.js';

type Transaction = Data<'transactions/{hash}'>;

/** What a transaction moved and called. */
export function TransactionPage({ values }: PageProps) {
  const hash = values.hash!.toLowerCase();
  const transaction = useAnswer(() => get('transactions/{hash}', { path: { hash } }), [hash]);
  useOtherInstead(hash, transaction.state === 'refused' && NOT_KNOWN.has(transaction.refusal.status));
  const flow = useAnswer(() => get('transactions/{hash}/flow', { path: { hash } }), [hash]);
  return (
    <>
      <h1>Transaction</h1>
      <p>
        <code class="break">{hash}</code>
      </p>
      <Answered answer={transaction} what="the transaction">
        {(one) => (
          <>
            <Facts transaction={one} />
            <Answered answer={flow}>
              {(found) => (
                <>
                  <h2>What it moved</h2>
                  <FundFlow transaction={one} flow={found} />
                  <h2>What it called</h2>
                  <CallTree flow={found} />
                </>
              )}
            </Answered>
          </>
        )}
      </Answered>
    </>
  );
}

/** Where blocks are missing, an unknown transaction is refused with 422: it may lie there. */
const NOT_KNOWN = new Set([404, 422]);

/** Thirty-two bytes that name no transaction may name a block or a proof. */
function useOtherInstead(hash: string, isNoTransaction: boolean): void {
  useEffect(() => {
    if (!isNoTransaction) return;
    const proofHash = `sha256:${hash.slice(2)}`;
    get('blocks/by-hash/{hash}', { path: { hash } })
      .then(
        ({ number }) => `block/${number}`,
        async () => `proof/${(await get('proofs/{proofHash}', { path: { proofHash } })).proofHash}`,
      )
      .then(
        (page) => go(to(page), { replace: true }),
        () => undefined,
      );
  }, [hash, isNoTransaction]);
}

function Facts({ transaction }: { readonly transaction: Transaction }) {
  const {
    from,
    to: recipient,
    blockNumber,
    timestamp,
    txIndex,
    status,
    valueWei,
    feeWei,
    methodName,
    methodId,
    gasUsed,
  } = transaction;
  return (
    <dl class="facts">
      <dt>Outcome</dt>
      <dd>
        <Badge support="merkle" />{' '}
        {status === 1 ? (
          'done'
        ) : status === 0 ? (
          <strong>failed: nothing of it but the fee remained</strong>
        ) : (
          'unknown'
        )}
      </dd>
      <dt>Block</dt>
      <dd>
        <When block={blockNumber} time={timestamp} exact />, place {txIndex}
      </dd>
      <dt>From</dt>
      <dd>
        <Badge support="merkle" /> <Address address={from} />
      </dd>
      <dt>To</dt>
      <dd>
        <Badge support="merkle" />{' '}
        {recipient === undefined ? 'creates a contract' : <Address address={recipient} />}
      </dd>
      {(methodName ?? methodId) !== undefined && (
        <>
          <dt>Function</dt>
          <dd>
            {methodName !== undefined && <ChainText text={methodName} />} <code>{methodId}</code>
          </dd>
        </>
      )}
      <dt>Ether</dt>
      <dd>
        <Badge support="merkle" /> <Units units={valueWei} decimals={18} symbol="ETH" />
      </dd>
      {feeWei !== undefined && (
        <>
          <dt>Fee</dt>
          <dd>
            <Units units={feeWei} decimals={18} symbol="ETH" />
            {gasUsed !== undefined && <span class="quiet"> for {grouped(gasUsed)} gas</span>}
          </dd>
        </>
      )}
    </dl>
  );
}
