import type { ComponentChildren } from 'preact';
import type { Answer } from '../app/use-answer.js';
import { RefusedNotice, TryAgain } from './refused.js';

/** Shows an answer once it is there, and until then what its absence means. */
export function Answered<Data>({
  answer,
  what,
  children,
}: {
  readonly answer: Answer<Data>;
  /** What was asked for, in words. */
  readonly what?: string;
  readonly children: (data: Data) => ComponentChildren;
}) {
  if (answer.state === 'answered') return <>{children(answer.data)}</>;
  if (answer.state === 'refused') return <RefusedNotice refusal={answer.refusal} what={what} />;
  if (answer.state === 'failed')
    return (
      <p class="notice warning" role="alert">
        {answer.message} {!answer.isFinal && <TryAgain />}
      </p>
    );
  return (
    <p class="asking" role="status">
      {answer.slow ? 'Still asking; the service needs longer for this one …' : 'Asking …'}
    </p>
  );
}
