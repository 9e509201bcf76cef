import type { ComponentType } from 'preact';
import { useAnswer } from '../app/use-answer.js';
import { Answered } from './answered.js';

/** A component whose script is loaded when it is first shown. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function Later(props: Props) {
    return (
      <Answered answer={useAnswer(load, [])}>
        {(Loaded: ComponentType<Props>) => <Loaded {...props} />}
      </Answered>
    );
  };
}
