import type { FrameType } from './block.js';

/** Whether frames of a type create a contract. */
export const isCreation = (type: FrameType): boolean => type === 'CREATE' || type === 'CREATE2';
