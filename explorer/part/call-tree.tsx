import type { Flow } from '../app/flow.js';
import { grouped } from '../text/amount.js';
import { Badge } from './badge.js';
import { ChainText } from './chain-text.js';
import { Address } from './chip.js';
import { Mark } from './mark.js';
import { Units } from './units.js';

type Frame = NonNullable<Flow['frames']>[number];

interface Branch {
  readonly frame: Frame;
  readonly below: readonly Branch[];
}

/** How many calls are shown open. Others are shown on request. */
const OPEN = 60;

/** The calls of a transaction, with those that failed. */
export function CallTree({ flow: { frames, frameCount } }: { readonly flow: Flow }) {
  if (frames === undefined)
    return (
      <p class="notice">
        <Mark state="unknown" /> Cannot be said: the block of the transaction is not traced.
      </p>
    );
  const roots = branchesOf(frames);
  const tree = (
    <ul class="tree">
      {roots.map((branch) => (
        <BranchItem key={branch.frame.callPath} branch={branch} />
      ))}
    </ul>
  );
  return (
    <>
      <p>
        <Badge support="node" /> {grouped(frameCount ?? frames.length)} {frameCount === 1 ? 'call' : 'calls'},{' '}
        {grouped(frames.filter(({ status }) => status === 'failed').length)} failed.
        {(frameCount ?? 0) > frames.length && ` The first ${grouped(frames.length)} are shown.`}
      </p>
      {frames.length <= OPEN ? (
        tree
      ) : (
        <details>
          <summary>Show the calls</summary>
          {tree}
        </details>
      )}
    </>
  );
}

/** The tree of frames that are given in the order in which they began. */
function branchesOf(frames: readonly Frame[], prefix = ''): readonly Branch[] {
  const depth = prefix.length + 4;
  return frames
    .filter(({ callPath }) => callPath.length === depth && callPath.startsWith(prefix))
    .map((frame) => ({
      frame,
      below: branchesOf(
        frames.filter(({ callPath }) => callPath.length > depth && callPath.startsWith(frame.callPath)),
        frame.callPath,
      ),
    }));
}

function BranchItem({ branch: { frame, below } }: { readonly branch: Branch }) {
  const { callType, to: callee, methodName, methodId, valueWei, status, error, gasUsed } = frame;
  return (
    <li>
      <span class={status === 'failed' ? 'failed-call' : status === 'undone' ? 'quiet' : undefined}>
        <span class="quiet">{callType}</span> {callee !== undefined && <Address address={callee} />}{' '}
        {methodName !== undefined ? <ChainText text={methodName} longest={40} /> : <code>{methodId}</code>}{' '}
        {valueWei !== '0' && <Units units={valueWei} decimals={18} symbol="ETH" />}{' '}
        <span class="quiet">{grouped(gasUsed)} gas</span>
        {status === 'failed' && (
          <strong>
            {' '}
            failed: <ChainText text={error ?? ''} />
          </strong>
        )}
        {status === 'undone' && ' undone by a failure above'}
      </span>
      {below.length > 0 && (
        <ul>
          {below.map((branch) => (
            <BranchItem key={branch.frame.callPath} branch={branch} />
          ))}
        </ul>
      )}
    </li>
  );
}
