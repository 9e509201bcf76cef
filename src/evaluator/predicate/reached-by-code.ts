import type { FactValue } from '../model/state-view.js';

type CodeOperator = 'selectors_all' | 'selectors_none' | 'instructions_all' | 'instructions_none';

/** Whether code reaches all, or none, of what a check expects. What the value of code leaves out is not known of it. */
export function reachCheck(
  operator: CodeOperator,
  expected: readonly string[],
): (code: FactValue) => boolean {
  const field = operator.startsWith('selectors') ? 'selectors' : 'instructions';
  const isAll = operator.endsWith('_all');
  return (code) => {
    const list = typeof code === 'object' ? code[field] : undefined;
    if (list === undefined) return false;
    return isAll ? expected.every((one) => isIn(list, one)) : !expected.some((one) => isIn(list, one));
  };
}

/** @param list `0x` and as many digits for each as `wanted` has after its `0x` */
function isIn(list: string, wanted: string): boolean {
  const digits = wanted.slice(2);
  let at = list.indexOf(digits, 2);
  while (at !== -1 && (at - 2) % digits.length !== 0) at = list.indexOf(digits, at + 1);
  return at !== -1;
}
