import { useEffect, useState } from 'preact/hooks';
import { Refused } from './service.js';

/** What an answer can be at any time. `slow` once it takes longer than a reader expects. */
export type Answer<Data> =
  | { readonly state: 'asking'; readonly slow: boolean }
  | { readonly state: 'answered'; readonly data: Data }
  | { readonly state: 'refused'; readonly refusal: Refused }
  | { readonly state: 'failed'; readonly message: string };

const ASKING = { state: 'asking', slow: false } as const;
const SLOW_MS = 1_500;

/** Asks when the page shows, and again when `inputs` change. What comes after that is dropped. */
export function useAnswer<Data>(question: () => Promise<Data>, inputs: readonly unknown[]): Answer<Data> {
  const [answer, setAnswer] = useState<Answer<Data>>(ASKING);
  useEffect(() => {
    let isCurrent = true;
    setAnswer(ASKING);
    const timer = setTimeout(() => isCurrent && setAnswer({ state: 'asking', slow: true }), SLOW_MS);
    question()
      .then(
        (data): Answer<Data> => ({ state: 'answered', data }),
        (error: unknown): Answer<Data> =>
          error instanceof Refused
            ? { state: 'refused', refusal: error }
            : { state: 'failed', message: error instanceof Error ? error.message : String(error) },
      )
      .then((next) => {
        clearTimeout(timer);
        if (isCurrent) setAnswer(next);
      });
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, inputs);
  return answer;
}

/** The data, or undefined while there is none. */
export const dataOf = <Data>(answer: Answer<Data>): Data | undefined =>
  answer.state === 'answered' ? answer.data : undefined;
