import { Memory } from './memory.js';
import type { Word } from './word.js';

const DEEPEST_STACK = 1024;

/** One path of a call through code, up to its current operation. */
export class Path {
  constructor(
    /** Offset of the next operation in the code. */
    public at: number,
    private readonly stack: Word[] = [],
    public memory: Memory = Memory.EMPTY,
    /** Return data of the last call to another contract; undefined before the first. */
    public returned: Word | undefined = undefined,
  ) {}

  /** A copy of this path that continues at another offset. */
  branchTo(at: number): Path {
    return new Path(at, this.stack.slice(), this.memory, this.returned);
  }

  /** Removes words from the stack, topmost first; undefined when there are fewer. */
  take(count: number): Word[] | undefined {
    const rest = this.stack.length - count;
    return rest < 0 ? undefined : this.stack.splice(rest, count).reverse();
  }

  /** Pushes a word. @returns false when the stack is full */
  put(word: Word): boolean {
    return this.stack.push(word) <= DEEPEST_STACK;
  }

  /** DUP. @returns false when the stack is not that deep, or is full */
  duplicate(depth: number): boolean {
    const word = this.stack[this.stack.length - depth];
    return word !== undefined && this.put(word);
  }

  /** SWAP. @returns false when the stack is not that deep */
  swap(depth: number): boolean {
    const top = this.stack.length - 1;
    const [upper, lower] = [this.stack[top], this.stack[top - depth]];
    if (upper === undefined || lower === undefined) return false;
    this.stack[top] = lower;
    this.stack[top - depth] = upper;
    return true;
  }
}
