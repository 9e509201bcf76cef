import { useState } from 'preact/hooks';
import { blockOf, definitions } from '../app/chain.js';
import { attributeIntervals, proofPage, relationIntervals } from '../app/claims.js';
import { useAsOf } from '../app/context.js';
import { go, to } from '../app/location.js';
import type { PageProps } from '../app/props.js';
import { get } from '../app/service.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { type ClaimInterval, holdsAt } from '../claim/interval.js';
import { Answered } from '../part/answered.js';
import { ChainText } from '../part/chain-text.js';
import { Address } from '../part/chip.js';
import { Mark } from '../part/mark.js';
import { Table } from '../part/table.js';
import { Units } from '../part/units.js';
import { When } from '../part/when.js';
import type { Portfolio } from '../tab/holdings.js';
import { dollars } from '../text/amount.js';

/** What began, ended and changed between the ends of two blocks. */
export function ComparePage({ values, query }: PageProps) {
  const address = values.address!.toLowerCase();
  const { coverage } = useAsOf();
  const head = coverage?.head.number;
  const from = query.get('from') ?? undefined;
  const end = query.get('to') ?? undefined;
  const answer = useAnswer(async () => {
    if (from === undefined || head === undefined) return undefined;
    const [earlier, later] = await Promise.all([blockOf(from), end === undefined ? head : blockOf(end)]);
    const [attributes, relations] = await Promise.all([
      attributeIntervals(address),
      relationIntervals(address),
    ]);
    return {
      earlier,
      later,
      claims: [...attributes.intervals, ...relations.intervals] as readonly ClaimInterval[],
    };
  }, [address, from, end, end === undefined ? head : 0]);
  return (
    <>
      <h1>
        Two blocks of <Address address={address} />
      </h1>
      <Choose address={address} from={from} end={end} />
      <Answered answer={answer} what="a claim">
        {(found) => found && <Shown key={`${found.earlier} ${found.later}`} address={address} {...found} />}
      </Answered>
    </>
  );
}

function Choose({
  address,
  from,
  end,
}: {
  readonly address: string;
  readonly from: string | undefined;
  readonly end: string | undefined;
}) {
  const [one, setOne] = useState(from ?? '');
  const [other, setOther] = useState(end ?? '');
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        go(to(`diff/${address}`, { from: one.trim(), to: other.trim() }));
      }}
    >
      <label>
        From block or date{' '}
        <input
          name="from"
          required
          value={one}
          onInput={({ currentTarget }) => setOne(currentTarget.value)}
          placeholder="25000040"
        />
      </label>
      <label>
        to{' '}
        <input
          name="to"
          value={other}
          onInput={({ currentTarget }) => setOther(currentTarget.value)}
          placeholder="newest"
        />
      </label>
      <button type="submit">Compare</button>
    </form>
  );
}

interface Change {
  readonly state: 'began' | 'ended' | 'changed' | 'same';
  readonly claim: ClaimInterval;
  readonly before?: ClaimInterval;
}

function changesOf(claims: readonly ClaimInterval[], earlier: number, later: number): readonly Change[] {
  const key = ({ attributeId, counterpart }: ClaimInterval) => `${attributeId} ${counterpart ?? ''}`;
  return [...new Set(claims.map(key))].flatMap((name): Change[] => {
    const of = claims.filter((one) => key(one) === name);
    const before = of.find((one) => holdsAt(one, earlier));
    const after = of.find((one) => holdsAt(one, later));
    if (before && after)
      return [{ state: before.value === after.value ? 'same' : 'changed', claim: after, before }];
    if (after) return [{ state: 'began', claim: after }];
    if (before) return [{ state: 'ended', claim: before }];
    return [];
  });
}

function Shown({
  address,
  earlier,
  later,
  claims,
}: {
  readonly address: string;
  readonly earlier: number;
  readonly later: number;
  readonly claims: readonly ClaimInterval[];
}) {
  const known = dataOf(useAnswer(definitions, []));
  const changes = changesOf(claims, earlier, later);
  const changed = changes.filter(({ state }) => state !== 'same');
  const passing = claims.filter(
    (one) => one.startBlock > earlier && one.endBlock !== undefined && one.endBlock < later,
  );
  return (
    <>
      <h2>
        What is proven at <When block={earlier} exact /> and at <When block={later} exact />
      </h2>
      {changed.length === 0 && (
        <p class="notice">
          No claim that holds at one of both blocks differs at the other. {changes.length} hold at both.
        </p>
      )}
      {changed.length > 0 && (
        <Table label="Changes" head={['Change', 'Claim', 'In block', 'Proof']}>
          {changed.map(({ state, claim, before }) => (
            <tr key={`${claim.attributeId} ${claim.counterpart ?? ''}`}>
              <td>{state}</td>
              <td>
                <Mark state={state === 'ended' ? 'not-proven' : 'proven'} />{' '}
                {known?.get(claim.attributeId)?.title ?? claim.attributeId}{' '}
                {claim.counterpart !== undefined && <Address address={claim.counterpart} />}
                {state === 'changed' && (
                  <>
                    {' '}
                    <ChainText text={before?.value ?? 'no value'} /> →{' '}
                    <ChainText text={claim.value ?? 'no value'} />
                  </>
                )}
              </td>
              <td>
                {state === 'ended' && claim.endBlock !== undefined ? (
                  <>
                    after <When block={claim.endBlock} time={claim.endTime} />
                  </>
                ) : (
                  <When block={claim.startBlock} time={claim.startTime} />
                )}
              </td>
              <td>
                <a
                  href={to(proofPage(address, claim.attributeId, claim.counterpart), {
                    at: state === 'ended' ? earlier : later,
                  })}
                >
                  proof
                </a>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {passing.length > 0 && (
        <p>
          In between, and at neither block:{' '}
          {passing.map((one, at) => (
            <span key={`${one.attributeId} ${one.startBlock}`}>
              {at > 0 && ', '}
              <a href={to(proofPage(address, one.attributeId, one.counterpart), { at: one.startBlock })}>
                {known?.get(one.attributeId)?.title ?? one.attributeId}
              </a>
            </span>
          ))}
          .
        </p>
      )}
      <h2>What it held</h2>
      <div class="columns">
        {[earlier, later].map((block) => (
          <Held key={block} address={address} block={block} />
        ))}
      </div>
    </>
  );
}

function Held({ address, block }: { readonly address: string; readonly block: number }) {
  const answer = useAnswer<Portfolio>(
    () => get('addresses/{address}/portfolio', { path: { address }, query: { block, limit: 50 } }),
    [address, block],
  );
  return (
    <section aria-label={`Holdings at block ${block}`}>
      <h3>
        <When block={block} exact />
      </h3>
      <Answered answer={answer} what="a balance">
        {({ positions, totalUsd, hiddenCount }) => (
          <>
            <Table label={`Holdings at ${block}`} head={['Asset', '#Amount', '#Value']}>
              {positions.map((one) => (
                <tr key={one.token ?? 'ether'}>
                  <td>{one.token === undefined ? 'Ether' : <Address address={one.token} />}</td>
                  <td class="number">
                    <Units units={one.balance} decimals={one.decimals} symbol={one.symbol} />
                  </td>
                  <td class="number">{dollars(one.valueUsd)}</td>
                </tr>
              ))}
            </Table>
            <p>
              {totalUsd === undefined ? 'Nothing could be valued.' : `${dollars(totalUsd)} in all.`}{' '}
              {hiddenCount > 0 && `${hiddenCount} more could not be valued.`}
            </p>
          </>
        )}
      </Answered>
    </section>
  );
}
