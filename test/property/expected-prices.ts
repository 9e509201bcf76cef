import { keccak256, toHex } from 'viem';
import type { ObservedBlock } from './observed-block.js';
import type { Row } from './row.js';

const ANSWER_UPDATED = keccak256(toHex('AnswerUpdated(int256,uint256,uint256)'));
const LARGEST = (1n << 255n) - 1n;

/** Rows of table `price_answer` of one block. */
export function expectedAnswers({ block, receipts }: ObservedBlock): Row[] {
  return receipts
    .flatMap(({ logs }) => logs)
    .flatMap(({ address, topics, data }, logIndex) => {
      if (topics[0] !== ANSWER_UPDATED || topics.length !== 3 || data.length !== 66) return [];
      const answer = BigInt(topics[1]!);
      if (answer === 0n || answer > LARGEST) return [];
      return {
        block_number: Number(block.number),
        log_index: logIndex,
        hour: Math.floor(Number(block.timestamp) / 3_600),
        aggregator: address,
        answer: String(answer),
      };
    });
}

/** Table `price_coverage`, given the covered ranges of state diffs. */
export function expectedPriceCoverage(ranges: string): Row[] {
  return ranges === '{}' ? [] : [{ only_row: true, ranges }];
}
