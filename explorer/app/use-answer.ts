import { useEffect, useRef, useState } from 'preact/hooks';
import { NoSuchTime } from './chain.js';
import { Refused } from './service.js';

/**
 * The states of an answer. `slow` once it takes longer than a reader expects; `isFinal` if asking the same
 * again cannot help.
 */
export type Answer<Data> =
  | { readonly state: 'asking'; readonly slow: boolean }
  | { readonly state: 'answered'; readonly data: Data }
  | { readonly state: 'refused'; readonly refusal: Refused }
  | { readonly state: 'failed'; readonly message: string; readonly isFinal: boolean };

const ASKING = { state: 'asking', slow: false } as const;
const SLOW_MS = 1_500;

/**
 * Asks when the page shows, and again when `inputs` change. An answer that comes after a change is dropped.
 *
 * @param about what is asked about. While it stays the same, the last data are shown until the next answer;
 * if undefined, they never are
 */
export function useAnswer<Data>(
  question: () => Promise<Data>,
  inputs: readonly unknown[],
  about?: string,
): Answer<Data> {
  const [answer, setAnswer] = useState<Answer<Data>>(ASKING);
  const askedAbout = useRef<string | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    const isKept = about !== undefined && about === askedAbout.current;
    askedAbout.current = about;
    setAnswer((last) => (isKept && last.state === 'answered' ? last : ASKING));
    const timer = setTimeout(
      () => isCurrent && setAnswer((last) => (last.state === 'asking' ? { ...last, slow: true } : last)),
      SLOW_MS,
    );
    question()
      .then(
        (data): Answer<Data> => ({ state: 'answered', data }),
        (error: unknown): Answer<Data> =>
          error instanceof Refused
            ? { state: 'refused', refusal: error }
            : {
                state: 'failed',
                message: error instanceof Error ? error.message : String(error),
                isFinal: error instanceof NoSuchTime,
              },
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
