import { Memory } from './memory.js';
import type { Word } from './word.js';

const DEEPEST_STACK = 1024;

/** One path of a call through code, up to its current operation. */
export class Path {
  constructor(
    /** Offset in the code of the operation that is next. */
    public at: number,
    private readonly stack: Word[] = [],
    public memory: Memory = Memory.EMPTY,
    /** Return data of the last call to another contract; undefined before the first. */
    public returned: Word | undefined = undefined,
  ) {}

  /** The same way so far, to go on elsewhere. */
  branchTo(at: number): Path {
    return new Path(at, this.stack.slice(), this.memory, this.returned);
  }

  /** The words on top, topmost first; undefined when there are fewer. */
  take(count: number): Word[] | undefined {
    const rest = this.stack.length - count;
    return rest < 0 ? undefined : this.stack.splice(rest, count).reverse();
  }

  /** False when the stack is full. */
  put(word: Word): boolean {
    return this.stack.push(word) <= DEEPEST_STACK;
  }

  /** False when the stack is not as deep, or full. */
  duplicate(depth: number): boolean {
    const word = this.stack[this.stack.length - depth];
    return word !== undefined && this.put(word);
  }

  /** False when the stack is not as deep. */
  swap(depth: number): boolean {
    const top = this.stack.length - 1;
    const [upper, lower] = [this.stack[top], this.stack[top - depth]];
    if (upper === undefined || lower === undefined) return false;
    this.stack[top] = lower;
    this.stack[top - depth] = upper;
    return true;
  }
}
