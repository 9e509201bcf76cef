/** The key for the demo chain, once it was made; none where keys are not asked for. */
export class DemoAccess {
  key: string | undefined;
}
